import Presentation

/// The keys of a scene and what they do.
struct HelpView {
  let hints: [KeyHint]

  /// The row of the list that comes first where `rows` rows show its end.
  func lastFirst(in rows: Int) -> Int { max(0, hints.count - max(0, rows - 1)) }

  /// Draws the list from its row `first` on, but no further than its end.
  func draw(from first: Int, on canvas: inout Canvas) {
    let rows = canvas.size.rows
    canvas.write(ScreenWords.keys, row: 0, column: canvas.margin, style: .heading)
    let lines = KeyHint.lines(of: hints, on: canvas.page)
    let seen = lines[min(first, lastFirst(in: rows))...].prefix(max(0, rows - 1))
    for (row, line) in seen.enumerated() {
      canvas.write(line, row: row + 1, column: canvas.margin)
    }
  }
}
