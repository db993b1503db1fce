/// What a terminal shows at one moment: a value that can be compared, kept and read as text.
struct Frame: Equatable, Sendable {
  /// What a piece of text is, which a terminal shows by colour and weight.
  enum Style: UInt8, Sendable {
    case plain, title, heading, faint, selected, field, notice, alert, bar, lightBar
  }

  /// One column of one row.
  struct Cell: Equatable, Sendable {
    /// A character with its marks; empty where the character before it is two columns wide.
    var text = " "
    var style = Style.plain
  }

  struct Position: Equatable, Sendable {
    var row: Int
    var column: Int
  }

  /// So many rows and columns.
  struct Size: Equatable, Sendable {
    var rows: Int
    var columns: Int
  }

  let size: Size
  /// The rows from the top, each with a cell for each column.
  var rows: [[Cell]]
  /// Where the next character that is typed appears; `nil` when none would.
  var cursor: Position?

  /// An empty frame.
  init(size: Size) {
    self.size = size
    rows = Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
  }

  /// The rows as they are read, without the blanks at their ends.
  var lines: [String] {
    rows.map { row in
      let last = row.lastIndex { $0.text != " " }
      return row.prefix(last.map { $0 + 1 } ?? 0).map(\.text).joined()
    }
  }

  /// All of it as it is read.
  var text: String { lines.joined(separator: "\n") }
}
