import Presentation

extension Canvas {
  /// Draws a chart's bars, a row each, as wide as the canvas without its margins.
  mutating func draw(_ chart: BarChart, row: Int) {
    guard row < size.rows, !chart.bars.isEmpty, size.columns > 2 * margin else { return }
    let columns = size.columns - 2 * margin
    let inner = Page(columns: columns, hasBlocks: page.hasBlocks, width: page.width)
    for (index, line) in chart.rows(on: inner).enumerated() {
      write(line.beginning, row: row + index, column: margin)
      write(
        line.ink, row: row + index,
        column: margin + page.width(of: line.beginning),
        style: (chart.bars[index].value ?? 0) < 0 ? .lightBar : .bar)
    }
  }

  /// Takes away what was drawn in a row.
  mutating func clear(row: Int) {
    write(String(repeating: " ", count: size.columns), row: row)
  }
}
