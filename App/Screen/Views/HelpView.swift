import Presentation

/// The keys of a scene and what they do.
struct HelpView {
  private let lines: [String]

  /// The help on a screen of that size: what does not fit next to a key goes on below it.
  init(hints: [KeyHint], size: Frame.Size, page: Page) {
    lines = page.definitions(
      hints.map { ($0.key, $0.meaning) }, to: size.columns - 2 * size.margin)
  }

  /// The row of the list that comes first where `rows` rows show its end.
  func lastFirst(in rows: Int) -> Int { max(0, lines.count - max(0, rows - 1)) }

  /// Draws the list from its row `first` on, but no further than its end.
  func draw(from first: Int, on canvas: inout Canvas) {
    let rows = canvas.size.rows
    canvas.write(ScreenWords.keys, row: 0, column: canvas.margin, style: .heading)
    let seen = lines[min(first, lastFirst(in: rows))...].prefix(max(0, rows - 1))
    for (row, line) in seen.enumerated() {
      canvas.write(line, row: row + 1, column: canvas.margin)
    }
  }
}
