import Presentation
import Terminal

/// The surroundings of every scene: the title, messages or a question, and the keys.
struct Chrome {
  /// The smallest supported terminal.
  static let smallest = Frame.Size(rows: 12, columns: 40)

  let location: String
  /// The sentences above the keys.
  let messages: [(text: String, style: Frame.Style)]
  let hints: [KeyHint]

  private static let titleRows = 2
  private static let usualMessageRows = 2

  /// A whole frame with what `body` draws in the middle.
  func frame(size: Frame.Size, metrics: TextMetrics, body: (inout Canvas) -> Void) -> Frame {
    var canvas = Canvas(size: size, metrics: metrics)
    guard size.rows >= Self.smallest.rows, size.columns >= Self.smallest.columns else {
      let words = ScreenWords.tooSmall(
        rows: Self.smallest.rows, columns: Self.smallest.columns)
      for (row, line) in metrics.wrapped(words, to: size.columns, breakingWords: true).enumerated()
      {
        canvas.write(line, row: row)
      }
      return canvas.frame
    }
    canvas.write(" \(ScreenWords.title)  \(location)", row: 0, style: .heading)
    canvas.tint(row: 0, style: .title)
    let rows = bodyRows(size: size, metrics: metrics)
    canvas.draw(row: Self.titleRows, rows: rows, columns: size.columns, body)
    drawMessages(below: Self.titleRows + rows, on: &canvas)
    drawHints(on: &canvas)
    return canvas.frame
  }

  /// The number of rows for the body.
  func bodyRows(size: Frame.Size, metrics: TextMetrics) -> Int {
    max(
      0, rowsWithoutHints(size: size, metrics: metrics) - messageRows(size: size, metrics: metrics))
  }

  private func rowsWithoutHints(size: Frame.Size, metrics: TextMetrics) -> Int {
    size.rows - Self.titleRows - hintRows(columns: size.columns, metrics: metrics).count
  }

  /// The rows of the messages; at least one row is left for the body.
  private func messageRows(size: Frame.Size, metrics: TextMetrics) -> Int {
    let wanted = max(Self.usualMessageRows, lines(columns: size.columns, metrics: metrics).count)
    return min(wanted, rowsWithoutHints(size: size, metrics: metrics) - 1)
  }

  private func lines(columns: Int, metrics: TextMetrics) -> [(text: String, style: Frame.Style)] {
    messages.flatMap { message in
      metrics.wrapped(message.text, to: columns - 2, breakingWords: true)
        .map { (text: $0, style: message.style) }
    }
  }

  private func drawMessages(below top: Int, on canvas: inout Canvas) {
    let rows = messageRows(size: canvas.size, metrics: canvas.metrics)
    var lines = lines(columns: canvas.size.columns, metrics: canvas.metrics)
    // If only one fits, the alert is more important than the notice.
    if lines.count > rows { lines = lines.filter { $0.style != .notice } }
    for (index, line) in lines.prefix(rows).enumerated() {
      let row = top + max(0, rows - lines.count) + index
      canvas.write(" \(line.text)", row: row, style: line.style)
      if line.style == .alert { canvas.tint(row: row, style: .alert) }
    }
  }

  private func drawHints(on canvas: inout Canvas) {
    let rows = hintRows(columns: canvas.size.columns, metrics: canvas.metrics)
    for (index, row) in rows.enumerated() {
      var column = 1
      for hint in row {
        let place = canvas.size.rows - rows.count + index
        let wordColumn = column + canvas.metrics.width(of: hint.key) + 1
        let end = wordColumn + canvas.metrics.width(of: hint.word)
        canvas.write(hint.key, row: place, column: column, style: .heading)
        canvas.write(hint.word, row: place, column: wordColumn, style: .faint)
        if let key = hint.press {
          canvas.offer(key, row: place, column: column, width: end - column)
        }
        column = end + Self.gap
      }
    }
  }

  private static let gap = 2

  /// The hints in as few rows as possible.
  private func hintRows(columns: Int, metrics: TextMetrics) -> [[KeyHint]] {
    var rows: [[KeyHint]] = [[]]
    var column = 1
    for hint in hints where !hint.isRare {
      let width = metrics.width(of: "\(hint.key) \(hint.word)")
      if column + width > columns, !(rows.last?.isEmpty ?? true) {
        rows.append([])
        column = 1
      }
      rows[rows.count - 1].append(hint)
      column += width + Self.gap
    }
    return rows
  }
}
