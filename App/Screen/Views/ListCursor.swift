import Domain
import Presentation
import Terminal

/// The marked row of a list, and its visible rows.
///
/// The mark belongs to what it was set on: when that goes away, nothing is marked.
struct ListCursor<ID: Hashable> {
  /// The id of the marked row; `nil` without a mark.
  var key: ID?
  /// Where the marked row was last, and the first visible one.
  private var (index, top) = (0, 0)

  /// Creates a cursor on the row with this id.
  init(on key: ID? = nil) {
    self.key = key
  }

  /// The marked row; `nil` if none is marked, or if it went away.
  func marked<Row: Identifiable>(in rows: [Row]) -> Row? where Row.ID == ID {
    place(in: rows).map { rows[$0] }
  }

  /// Moves the cursor in a list with `height` visible rows. Without a mark, a move marks the first
  /// row, or the last one.
  mutating func press<Row: Identifiable>(_ pressed: KeyPress, in rows: [Row], height: Int)
  where Row.ID == ID {
    guard !rows.isEmpty else { return }
    let place = place(in: rows)
    let goal: Int? =
      switch pressed {
      case .up: place.map { $0 - 1 } ?? 0
      case .down: place.map { $0 + 1 } ?? 0
      case .pageUp: place.map { $0 - max(1, height - 1) } ?? 0
      case .pageDown: place.map { $0 + max(1, height - 1) } ?? 0
      case .home: 0
      case .end: rows.count - 1
      default: place
      }
    guard let goal else { return }
    index = min(max(goal, 0), rows.count - 1)
    key = rows[index].id
    top = window(around: index, of: rows.count, height: height)
  }

  /// Marks a clicked row by its index, in a list whose first visible row was `top`. If the list was
  /// sorted anew meanwhile, the row is found by the hash of its id.
  ///
  /// - Returns: whether it was marked already.
  mutating func mark<Row: Identifiable>(_ row: Int, top: Int, id: Int, in rows: [Row]) -> Bool
  where Row.ID == ID {
    let isThere = rows.indices.contains(row) && rows[row].id.hashValue == id
    guard let place = isThere ? row : rows.firstIndex(where: { $0.id.hashValue == id }) else {
      return false
    }
    let wasMarked = rows[place].id == key
    (index, key, self.top) = (place, rows[place].id, top)
    return wasMarked
  }

  /// Draws the visible rows as a table with names in its first column. Other rows are not formatted.
  func draw<Row: Identifiable>(
    _ rows: [Row], on canvas: inout Canvas, table: ([Row]) -> Table
  ) where Row.ID == ID {
    let height = canvas.size.rows
    guard !rows.isEmpty, height > 0 else { return }
    let marked = place(in: rows)
    let first = window(around: marked, of: rows.count, height: height)
    let end = min(first + height, rows.count)
    canvas.write(table(Array(rows[first..<end])), marked: marked.map { $0 - first })
    for index in first..<end {
      canvas.offer(
        .row(index, top: first, id: rows[index].id.hashValue), row: index - first)
    }
  }

  private func place<Row: Identifiable>(in rows: [Row]) -> Int? where Row.ID == ID {
    guard let key else { return nil }
    if rows.indices.contains(index), rows[index].id == key { return index }
    return rows.firstIndex { $0.id == key }
  }

  /// The first visible row, so that the row at `place` is visible.
  private func window(around place: Int?, of count: Int, height: Int) -> Int {
    guard let place else { return max(0, min(top, count - height)) }
    return max(0, min(max(top, place - height + 1), place))
  }
}

extension Canvas {
  /// The width of the column of names. The minimum keeps the columns in place while scrolling; the
  /// maximum leaves room for the other columns.
  private static let nameColumns = 20...40

  /// Writes a table with names in its first column and at most one row marked.
  fileprivate mutating func write(_ table: Table, marked: Int?) {
    var widths = table.widths(fitting: size.columns, on: metrics)
    let others = widths.dropFirst().filter { $0 > 0 }.reduce(0) { $0 + $1 + 2 }
    let names = Self.nameColumns
    widths[0] = max(
      1, min(size.columns - others, max(names.lowerBound, min(widths[0], names.upperBound))))
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
