import Presentation

/// Something that is asked for in one row, over the scene.
struct Question<Purpose> {
  /// What the answer is for.
  let purpose: Purpose
  private let prompt: String
  fileprivate var entry: TextEntry

  /// The question for a field, in which something may stand already.
  init(_ purpose: Purpose, _ field: Field, text: String = "") {
    self.purpose = purpose
    prompt = field.prompt
    entry = TextEntry(text)
  }

  /// Draws the question over the last rows of the canvas.
  func draw(on canvas: inout Canvas) {
    let row = canvas.size.rows - 1
    guard row >= 0 else { return }
    for row in max(0, row - 1)...row { canvas.clear(row: row) }
    let column = canvas.page.width(of: prompt)
    canvas.write(prompt, row: row, style: .heading)
    canvas.drawEntry(
      entry.text, before: entry.beforeCaret, row: row, column: column,
      width: max(1, canvas.size.columns - column), isFocused: true)
  }
}

extension Optional {
  /// Takes a key for the question, which is gone once it was answered or dropped.
  ///
  /// - Returns: the answer, and what it is for.
  mutating func press<Purpose>(_ key: KeyPress) -> (purpose: Purpose, text: String)?
  where Wrapped == Question<Purpose> {
    switch key {
    case .enter:
      defer { self = nil }
      return map { ($0.purpose, $0.entry.text) }
    case .escape: self = nil
    default: _ = self?.entry.press(key)
    }
    return nil
  }
}
