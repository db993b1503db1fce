/// The content of the screen as a value, which can be compared and read as text.
struct Frame: Equatable, Sendable {
  /// The kind of a text, shown by colour and weight.
  enum Style: UInt8, Sendable {
    case plain, title, heading, faint, selected, field, notice, alert, warning, bar, lightBar, code
  }

  /// One column of one row.
  struct Cell: Equatable, Sendable {
    /// A character with its marks; empty after a character that is two columns wide.
    var text = " "
    var style = Style.plain
  }

  struct Position: Equatable, Sendable {
    var row: Int
    var column: Int
  }

  /// A part of a row that the mouse can click.
  struct Button: Equatable, Sendable {
    let row: Int
    let columns: Range<Int>
    /// What a click stands for.
    let key: KeyPress
  }

  /// A number of rows and columns.
  struct Size: Equatable, Sendable {
    var rows: Int
    var columns: Int
  }

  let size: Size
  /// The rows from the top, with one cell per column.
  var rows: [[Cell]]
  /// How often a target was reached on the scene. The terminal rings when this grows.
  var targetsReached = 0
  /// The position of the cursor; `nil` if it is hidden.
  var cursor: Position?
  /// What can be clicked. A later one covers an earlier one.
  var buttons: [Button] = []

  /// Creates an empty frame.
  init(size: Size) {
    self.size = size
    rows = Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
  }

  /// What a click there stands for.
  func key(at position: Position) -> KeyPress? {
    buttons.last { $0.row == position.row && $0.columns.contains(position.column) }?.key
  }

  /// The rows as text, without trailing blanks.
  var lines: [String] {
    rows.map { row in
      let last = row.lastIndex { $0.text != " " }
      return row.prefix(last.map { $0 + 1 } ?? 0).map(\.text).joined()
    }
  }

  /// All rows as text.
  var text: String { lines.joined(separator: "\n") }
}
