import Domain
import Presentation

/// The marked row and the visible rows of a list of counters.
struct ListCursor {
  private var index = 0
  private var top = 0
  /// The counter in the marked row, which is found again after changes.
  private var key: Counter.ID?

  /// The width of the first column, fixed within limits: it does not change while scrolling, and a
  /// long name leaves room for the other columns.
  private static let nameColumns = 20...40

  /// Creates a cursor on this counter, or else on the first row.
  init(on key: Counter.ID?) {
    self.key = key
  }

  /// The counter in the marked row.
  func marked(in counters: [Counter]) -> Counter? {
    counters.isEmpty ? nil : counters[place(in: counters)]
  }

  /// Handles a key in a list with `height` visible rows.
  mutating func press(_ pressed: KeyPress, in counters: [Counter], height: Int) {
    guard !counters.isEmpty else { return }
    let place = place(in: counters)
    let goal =
      switch pressed {
      case .up: place - 1
      case .down: place + 1
      case .pageUp: place - max(1, height - 1)
      case .pageDown: place + max(1, height - 1)
      case .home: 0
      case .end: counters.count - 1
      default: place
      }
    index = min(max(goal, 0), counters.count - 1)
    key = counters[index].id
    top = window(around: index, height: height)
  }

  /// Draws the visible rows; the others cost nothing.
  func draw(_ counters: [Counter], in calendar: any LocalCalendar, on canvas: inout Canvas) {
    let height = canvas.size.rows
    guard !counters.isEmpty, height > 0 else { return }
    let marked = place(in: counters)
    let first = window(around: marked, height: height)
    let seen = first..<min(first + height, counters.count)
    let table = Table(listing: Array(counters[seen]), in: calendar)
    let widths = table.alignments.indices.map { column in
      table.rows.map { canvas.page.width(of: visible($0[column])) }.max() ?? 0
    }
    let room = canvas.size.columns - widths.dropFirst().reduce(0) { $0 + $1 + 2 }
    let name = min(
      room, max(Self.nameColumns.lowerBound, min(widths[0], Self.nameColumns.upperBound)))
    for (row, cells) in table.rows.enumerated() {
      var column = 0
      for (cell, text) in cells.enumerated() {
        let width = cell == 0 ? name : widths[cell]
        let shift =
          table.alignments[cell] == .right ? width - canvas.page.width(of: visible(text)) : 0
        canvas.write(text, row: row, column: column + shift, width: width - shift)
        column += width + 2
      }
      if first + row == marked { canvas.tint(row: row, style: .selected) }
    }
  }

  private func place(in counters: [Counter]) -> Int {
    let index = min(index, counters.count - 1)
    guard let key, counters[index].id != key else { return index }
    return counters.firstIndex { $0.id == key } ?? index
  }

  private func window(around place: Int, height: Int) -> Int {
    max(0, min(max(top, place - height + 1), place))
  }
}
