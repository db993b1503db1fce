import Presentation

/// The marked row of a table, and which of its rows are seen.
struct ListCursor {
  private var index = 0
  private var top = 0
  /// What stands first in the marked row, which is found again by it in a table that has changed.
  private var key: String?

  /// How wide the first column is: it does not grow with every name that is scrolled in, and one long name
  /// does not take the other columns away from all the others.
  private static let nameColumns = 20...40

  /// A cursor on the row that begins with that text, or else on the first row.
  init(on key: String?) {
    self.key = key
  }

  /// What stands first in the marked row.
  func marked(in rows: [[String]]) -> String? {
    rows.isEmpty ? nil : rows[place(in: rows)].first
  }

  /// Moves in a list of which `height` rows are seen.
  mutating func press(_ pressed: KeyPress, in rows: [[String]], height: Int) {
    guard !rows.isEmpty else { return }
    let place = place(in: rows)
    let goal =
      switch pressed {
      case .up: place - 1
      case .down: place + 1
      case .pageUp: place - max(1, height - 1)
      case .pageDown: place + max(1, height - 1)
      case .home: 0
      case .end: rows.count - 1
      default: place
      }
    index = min(max(goal, 0), rows.count - 1)
    key = rows[index].first
    top = window(around: index, height: height)
  }

  /// Draws the rows that are seen, and no others are looked at.
  func draw(_ table: Table, on canvas: inout Canvas) {
    let height = canvas.size.rows
    guard !table.rows.isEmpty, height > 0 else { return }
    let marked = place(in: table.rows)
    let first = window(around: marked, height: height)
    let seen = first..<min(first + height, table.rows.count)
    let widths = table.alignments.indices.map { column in
      table.rows[seen].map { canvas.page.width(of: visible($0[column])) }.max() ?? 0
    }
    let room = canvas.size.columns - widths.dropFirst().reduce(0) { $0 + $1 + 2 }
    let name = min(
      room, max(Self.nameColumns.lowerBound, min(widths[0], Self.nameColumns.upperBound)))
    for index in seen {
      let row = index - first
      var column = 0
      for (cell, text) in table.rows[index].enumerated() {
        let width = cell == 0 ? name : widths[cell]
        let shift =
          table.alignments[cell] == .right ? width - canvas.page.width(of: visible(text)) : 0
        canvas.write(text, row: row, column: column + shift, width: width - shift)
        column += width + 2
      }
      if index == marked { canvas.tint(row: row, style: .selected) }
    }
  }

  private func place(in rows: [[String]]) -> Int {
    let index = min(index, rows.count - 1)
    guard let key, rows[index].first != key else { return index }
    return rows.firstIndex { $0.first == key } ?? index
  }

  private func window(around place: Int, height: Int) -> Int {
    max(0, min(max(top, place - height + 1), place))
  }
}
