import Presentation

/// Something that is asked for in one row, over the scene.
struct Question<Purpose> {
  /// What the answer is for.
  let purpose: Purpose
  private let prompt: String
  fileprivate var entry: TextEntry
  fileprivate var isSent = false

  /// The question for a field, in which something may stand already.
  init(_ purpose: Purpose, _ field: Field, text: String = "") {
    self.purpose = purpose
    prompt = field.prompt
    entry = TextEntry(text)
  }

  /// What is typed.
  var text: String { entry.text }

  /// How many rows it takes from the scene.
  static var rows: Int { 2 }

  /// Draws the question in the last row of the canvas.
  func draw(on canvas: inout Canvas) {
    let row = canvas.size.rows - 1
    guard row >= 0 else { return }
    for row in max(0, row + 1 - Self.rows)...row { canvas.clear(row: row) }
    let column = canvas.page.width(of: prompt)
    canvas.write(prompt, row: row, style: .heading)
    canvas.drawEntry(
      entry.text, before: entry.beforeCaret, row: row, column: column,
      width: max(1, canvas.size.columns - column), isFocused: true)
  }
}

extension Optional {
  /// Takes a key for the question, which stays until its answer was taken or it was dropped.
  ///
  /// - Returns: the answer, and what it is for.
  mutating func press<Purpose>(_ key: KeyPress) -> (purpose: Purpose, text: String)?
  where Wrapped == Question<Purpose> {
    switch key {
    case .enter:
      self?.isSent = true
      return map { ($0.purpose, $0.text) }
    case .escape: self = nil
    default: _ = self?.entry.press(key)
    }
    return nil
  }

  /// Takes the question away if its answer was taken.
  mutating func finish<Purpose>(isRefused: Bool) where Wrapped == Question<Purpose> {
    guard let isSent = self?.isSent, isSent else { return }
    if isRefused { self?.isSent = false } else { self = nil }
  }
}
