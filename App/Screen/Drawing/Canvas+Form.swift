import Presentation

extension Canvas {
  /// Draws the fields of a form below each other, and the cursor in the present one.
  mutating func draw(_ form: Form, of fields: [FormField], row: Int) {
    let labels = fields.map { metrics.width(of: $0.label) }.max() ?? 0
    let width = max(1, min(40, size.columns - labels - 6))
    let column = max(0, (size.columns - labels - 2 - width) / 2)
    let focus = form.focus(in: fields)
    for (index, field) in fields.enumerated() {
      let label = field.label
      let place = Frame.Position(
        row: row + index * 2, column: column + labels - metrics.width(of: label))
      write(label, row: place.row, column: place.column, style: index == focus ? .heading : .plain)
      drawEntry(
        shown(field.content), before: beforeCaret(form, index, field), row: place.row,
        column: column + labels + 2, width: width, isFocused: index == focus)
    }
  }

  /// Draws the text of a field, as much as fits with the cursor.
  mutating func drawEntry(
    _ text: String, before caret: String, row: Int, column: Int, width: Int, isFocused: Bool
  ) {
    write(
      String(repeating: " ", count: max(0, min(width, size.columns - column))), row: row,
      column: column, style: .field)
    let caretColumn = metrics.width(of: visible(caret))
    let rest = dropping(max(0, caretColumn - width + 1), from: visible(text))
    write(rest.text, row: row, column: column, width: width, style: .field)
    if isFocused { setCursor(row: row, column: column + caretColumn - rest.dropped) }
  }

  private func beforeCaret(_ form: Form, _ index: Int, _ field: FormField) -> String {
    if case .hidden = field.content { shown(field.content) } else { form.beforeCaret(index) }
  }

  private func shown(_ content: FormField.Content) -> String {
    switch content {
    case .shown(let text): text
    case .hidden(let length): String(repeating: metrics.hasBlocks ? "•" : "*", count: length)
    }
  }

  /// Removes characters from the beginning of a text, at least this many columns.
  private func dropping(_ columns: Int, from text: String) -> (text: String, dropped: Int) {
    var rest = text[...]
    var dropped = 0
    while dropped < columns, let first = rest.popFirst() {
      dropped += metrics.width(of: String(first))
    }
    return (String(rest), dropped)
  }
}

extension Canvas {
  /// Draws the bars of a chart, one per row, between the margins.
  mutating func draw(_ chart: BarChart, row: Int) {
    guard row < size.rows, !chart.bars.isEmpty, size.columns > 2 * margin else { return }
    let columns = size.columns - 2 * margin
    let inner = TextMetrics(columns: columns, hasBlocks: metrics.hasBlocks, width: metrics.width)
    for (index, line) in chart.rows(on: inner).enumerated() {
      write(line.beginning, row: row + index, column: margin)
      write(
        line.ink, row: row + index,
        column: margin + metrics.width(of: line.beginning),
        style: (chart.bars[index].value ?? 0) < 0 ? .lightBar : .bar)
    }
  }

  /// Clears a row.
  mutating func clear(row: Int) {
    write(String(repeating: " ", count: size.columns), row: row)
  }
}
