import Domain
import Presentation

/// The marked row of a list, and its visible rows.
struct ListCursor<ID: Hashable> {
  private var index = 0
  private var top = 0
  /// The id of the marked row, to find it again after the list has changed.
  private var key: ID?

  /// Creates a cursor on the row with this id, or else on the first row.
  init(on key: ID?) {
    self.key = key
  }

  /// The marked row.
  func marked<Row: Identifiable>(in rows: [Row]) -> Row? where Row.ID == ID {
    rows.isEmpty ? nil : rows[place(in: rows)]
  }

  /// Moves the cursor in a list with `height` visible rows.
  mutating func press<Row: Identifiable>(_ pressed: KeyPress, in rows: [Row], height: Int)
  where Row.ID == ID {
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
    key = rows[index].id
    top = window(around: index, height: height)
  }

  /// Marks the row at an index, in a list whose first visible row is `top`.
  ///
  /// - Returns: whether it was marked already.
  mutating func mark<Row: Identifiable>(_ row: Int, top: Int, in rows: [Row]) -> Bool
  where Row.ID == ID {
    guard rows.indices.contains(row) else { return false }
    let wasMarked = place(in: rows) == row
    (index, key, self.top) = (row, rows[row].id, top)
    return wasMarked
  }

  /// Draws the visible rows as a table with names in its first column. Other rows are not formatted.
  func draw<Row: Identifiable>(
    _ rows: [Row], on canvas: inout Canvas, table: ([Row]) -> Table
  ) where Row.ID == ID {
    let height = canvas.size.rows
    guard !rows.isEmpty, height > 0 else { return }
    let marked = place(in: rows)
    let first = window(around: marked, height: height)
    let end = min(first + height, rows.count)
    canvas.write(table(Array(rows[first..<end])), marked: marked - first)
    for index in first..<end { canvas.offer(.row(index, top: first), row: index - first) }
  }

  private func place<Row: Identifiable>(in rows: [Row]) -> Int where Row.ID == ID {
    let index = min(index, rows.count - 1)
    guard let key, rows[index].id != key else { return index }
    return rows.firstIndex { $0.id == key } ?? index
  }

  private func window(around place: Int, height: Int) -> Int {
    max(0, min(max(top, place - height + 1), place))
  }
}

extension Canvas {
  /// The width of the column of names. The minimum keeps the columns in place while scrolling; the
  /// maximum leaves room for the other columns.
  private static let nameColumns = 20...40

  /// Writes a table with names in its first column and one row marked.
  fileprivate mutating func write(_ table: Table, marked: Int) {
    var widths = table.alignments.indices.map { column in
      table.rows.map { metrics.width(of: visible($0[column])) }.max() ?? 0
    }
    let others = widths.dropFirst().filter { $0 > 0 }
    let room = size.columns - others.reduce(0) { $0 + $1 + 2 }
    let names = Self.nameColumns
    widths[0] = min(room, max(names.lowerBound, min(widths[0], names.upperBound)))
    for (row, cells) in table.rows.enumerated() {
      var column = 0
      for (cell, text) in cells.enumerated() where widths[cell] > 0 {
        let width = widths[cell]
        let shift = table.alignments[cell] == .right ? width - metrics.width(of: visible(text)) : 0
        write(text, row: row, column: column + shift, width: width - shift)
        column += width + 2
      }
      if row == marked { tint(row: row, style: .selected) }
    }
  }
}
