import Presentation

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
