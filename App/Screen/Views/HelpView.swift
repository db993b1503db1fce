import Presentation

/// The keys of a scene and what they do.
struct HelpView {
  let hints: [KeyHint]

  /// Draws the list from its row `first` on, but no further than its end.
  func draw(from first: Int, on canvas: inout Canvas) {
    let lines = KeyHint.lines(of: hints, on: canvas.page)
    let room = max(0, canvas.size.rows - 1)
    let first = min(first, max(0, lines.count - room))
    canvas.write(ScreenWords.keys, row: 0, column: canvas.margin, style: .heading)
    for (row, line) in lines[first...].prefix(room).enumerated() {
      canvas.write(line, row: row + 1, column: canvas.margin)
    }
  }
}
