import Presentation

/// What every scene is framed by: where one is, what was said last, and which keys there are.
struct Chrome {
  /// The smallest terminal that anything is shown on.
  static let smallest = Frame.Size(rows: 12, columns: 40)

  let location: String
  let notice: String?
  let alert: Alert?
  let hints: [KeyHint]

  private static let titleRows = 2
  private static let messageRows = 2

  /// A whole frame, with what `body` draws in the middle of it.
  func frame(size: Frame.Size, page: Page, body: (inout Canvas) -> Void) -> Frame {
    var canvas = Canvas(size: size, page: page)
    guard size.rows >= Self.smallest.rows, size.columns >= Self.smallest.columns else {
      let words = ScreenWords.tooSmall(
        rows: Self.smallest.rows, columns: Self.smallest.columns)
      for (row, line) in page.wrapped(words, to: size.columns).enumerated() {
        canvas.write(line, row: row)
      }
      return canvas.frame
    }
    canvas.write(" \(ScreenWords.title)  \(location)", row: 0, style: .heading)
    canvas.tint(row: 0, style: .title)
    let rows = bodyRows(size: size, page: page)
    canvas.draw(row: Self.titleRows, rows: rows, columns: size.columns, body)
    drawMessages(above: Self.titleRows + rows + Self.messageRows, on: &canvas)
    drawHints(on: &canvas)
    return canvas.frame
  }

  /// How many rows are left for the body.
  func bodyRows(size: Frame.Size, page: Page) -> Int {
    max(
      0,
      size.rows - Self.titleRows - Self.messageRows
        - hintRows(columns: size.columns, page: page).count)
  }

  private func drawMessages(above end: Int, on canvas: inout Canvas) {
    let page = canvas.page
    let width = canvas.size.columns - 2
    let complaint = alert.map { page.wrapped($0.sentence, to: width) } ?? []
    let remark = notice.map { page.wrapped($0, to: width) } ?? []
    let lines =
      remark.map { ($0, Frame.Style.notice) } + complaint.map { ($0, Frame.Style.alert) }
    let shown = lines.suffix(Self.messageRows)
    for (row, line) in zip((end - shown.count)..<end, shown) {
      canvas.write(" \(line.0)", row: row, style: line.1)
      if line.1 == .alert { canvas.tint(row: row, style: .alert) }
    }
  }

  private func drawHints(on canvas: inout Canvas) {
    let rows = hintRows(columns: canvas.size.columns, page: canvas.page)
    for (index, row) in rows.enumerated() {
      var column = 1
      for hint in row {
        let place = canvas.size.rows - rows.count + index
        canvas.write(hint.key, row: place, column: column, style: .heading)
        column += canvas.page.width(of: hint.key) + 1
        canvas.write(hint.word, row: place, column: column, style: .faint)
        column += canvas.page.width(of: hint.word) + Self.gap
      }
    }
  }

  private static let gap = 2

  /// The hints in as few rows as they take.
  private func hintRows(columns: Int, page: Page) -> [[KeyHint]] {
    var rows: [[KeyHint]] = [[]]
    var column = 1
    for hint in hints where !hint.isRare {
      let width = page.width(of: "\(hint.key) \(hint.word)")
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

extension Page {
  /// The text in lines of at most `columns`, broken between words where it can be.
  func wrapped(_ text: String, to columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = lines.last, width(of: visible("\(last) \(word)")) <= columns {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
