import Presentation
import Terminal

/// A part of a frame that a view draws on; rows and columns start at 0.
///
/// It clips and escapes everything that is drawn.
struct Canvas {
  /// The character widths, and whether blocks are available.
  let metrics: TextMetrics
  private(set) var frame: Frame
  private var origin = Frame.Position(row: 0, column: 0)
  private(set) var size: Frame.Size

  /// Creates a canvas for a whole frame.
  init(size: Frame.Size, metrics: TextMetrics) {
    frame = Frame(size: size)
    self.size = size
    self.metrics = metrics
  }

  /// Draws on a part of the canvas, clipped to it.
  mutating func draw(
    row: Int, column: Int = 0, rows: Int, columns: Int, _ body: (inout Canvas) -> Void
  ) {
    let (outerOrigin, outerSize) = (origin, size)
    origin = Frame.Position(row: origin.row + row, column: origin.column + column)
    size = Frame.Size(
      rows: max(0, min(rows, size.rows - row)),
      columns: max(0, min(columns, size.columns - column)))
    body(&self)
    (origin, size) = (outerOrigin, outerSize)
  }

  /// Writes a text, clipped to `width` and the canvas.
  mutating func write(
    _ text: String, row: Int, column: Int = 0, width: Int = .max, style: Frame.Style = .plain
  ) {
    guard (0..<size.rows).contains(row), column >= 0 else { return }
    let room = min(width, size.columns - column)
    let shown = fitted(visible(text), to: room)
    var place = column
    for scalar in shown.unicodeScalars {
      let width = metrics.width(scalar)
      if width > 0 {
        put(Frame.Cell(text: String(scalar), style: style), row: row, column: place)
        for half in 1..<max(width, 1) {
          put(Frame.Cell(text: "", style: style), row: row, column: place + half)
        }
        place += width
      } else if place > column {
        mark(scalar, row: row, before: place)
      }
    }
  }

  /// Writes a centred text in a row.
  mutating func write(_ text: String, row: Int, centred style: Frame.Style) {
    let width = metrics.width(of: visible(text))
    write(text, row: row, column: max(0, (size.columns - width) / 2), style: style)
  }

  /// Sets the style of a part of a row, and keeps its text.
  mutating func tint(row: Int, column: Int = 0, width: Int = .max, style: Frame.Style) {
    guard (0..<size.rows).contains(row) else { return }
    for place in column..<min(size.columns, column + min(width, size.columns)) {
      frame.rows[origin.row + row][origin.column + place].style = style
    }
  }

  /// Lets a click on a part of a row press a key.
  mutating func offer(_ key: KeyPress, row: Int, column: Int = 0, width: Int = .max) {
    guard (0..<size.rows).contains(row), (0..<size.columns).contains(column), width > 0 else {
      return
    }
    let start = origin.column + column
    frame.buttons.append(
      Frame.Button(
        row: origin.row + row, columns: start..<start + min(width, size.columns - column), key: key)
    )
  }

  /// Sets the position of the cursor.
  mutating func setCursor(row: Int, column: Int) {
    guard (0..<size.rows).contains(row), size.columns > 0 else { return }
    frame.cursor = Frame.Position(
      row: origin.row + row, column: origin.column + min(max(column, 0), size.columns - 1))
  }

  /// The text, shortened with a mark if it is wider than `width`.
  func fitted(_ text: String, to width: Int) -> String {
    guard metrics.width(of: text) > width else { return text }
    let sign = metrics.hasBlocks ? "…" : "~"
    guard width > 0 else { return "" }
    var (room, kept) = (width - 1, "")
    // Cuts between characters, because a part of an emoji may be another emoji.
    for character in text {
      room -= metrics.width(of: String(character))
      if room < 0 { break }
      kept.append(character)
    }
    return kept + sign
  }

  private mutating func put(_ cell: Frame.Cell, row: Int, column: Int) {
    frame.rows[origin.row + row][origin.column + column] = cell
  }

  /// Adds a combining mark to the character before `column`.
  private mutating func mark(_ scalar: Unicode.Scalar, row: Int, before column: Int) {
    var place = origin.column + column - 1
    while place > 0, frame.rows[origin.row + row][place].text.isEmpty { place -= 1 }
    frame.rows[origin.row + row][place].text.unicodeScalars.append(scalar)
  }
}

extension Canvas {
  /// Writes texts below each other between the margins, wrapped between words.
  ///
  /// - Returns: the row below them.
  @discardableResult
  mutating func write(paragraphs: [String], row: Int, style: Frame.Style = .plain) -> Int {
    let lines = paragraphs.flatMap {
      metrics.wrapped($0, to: size.columns - 2 * margin, breakingWords: true)
    }
    for (index, line) in lines.enumerated() {
      write(line, row: row + index, column: margin, style: style)
    }
    return row + lines.count
  }

  /// Writes a centred text, wrapped between words.
  ///
  /// - Returns: the row below it.
  @discardableResult
  mutating func write(paragraph: String, row: Int, centred style: Frame.Style) -> Int {
    let lines = metrics.wrapped(paragraph, to: size.columns, breakingWords: true)
    for (index, line) in lines.enumerated() { write(line, row: row + index, centred: style) }
    return row + lines.count
  }

  /// The empty columns at each side.
  var margin: Int { size.margin }
}

extension Frame.Size {
  /// The empty columns at each side of a scene.
  var margin: Int { columns >= 100 ? 10 : 2 }
}

extension Canvas {
  /// Draws the fields of a form below each other, and the cursor in the present one.
  mutating func draw(_ form: Form, of fields: [FormField<some Sendable>], row: Int) {
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
        text(of: field), before: beforeCaret(form, index, field), row: place.row,
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

  private func beforeCaret(_ form: Form, _ index: Int, _ field: FormField<some Sendable>) -> String
  {
    if case .hidden = field { text(of: field) } else { form.beforeCaret(index) }
  }

  private func text(of field: FormField<some Sendable>) -> String {
    switch field {
    case .shown(let field, _): field.text
    case .hidden(let field, _):
      String(repeating: metrics.hasBlocks ? "•" : "*", count: field.length)
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
