import Presentation

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
