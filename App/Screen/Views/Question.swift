import Presentation

/// A question on one row below the scene.
struct Question<Purpose> {
  /// The purpose of the answer.
  let purpose: Purpose
  private let prompt: String
  fileprivate var entry: TextEntry
  fileprivate var isSent = false

  /// Creates a question for a field, with an optional text in it.
  init(_ purpose: Purpose, _ field: Field, text: String = "") {
    self.purpose = purpose
    prompt = field.prompt
    entry = TextEntry(text)
  }

  /// The typed text.
  var text: String { entry.text }

  /// The rows that it takes from the scene.
  static var rows: Int { 2 }

  /// Draws the question on the last row of the canvas.
  func draw(on canvas: inout Canvas) {
    let row = canvas.size.rows - 1
    guard row >= 0 else { return }
    for row in max(0, row + 1 - Self.rows)...row { canvas.clear(row: row) }
    let column = canvas.metrics.width(of: prompt)
    canvas.write(prompt, row: row, style: .heading)
    canvas.drawEntry(
      entry.text, before: entry.beforeCaret, row: row, column: column,
      width: max(1, canvas.size.columns - column), isFocused: true)
  }
}

extension Optional {
  /// Handles a key for the question, which stays until its answer is accepted or it is dropped.
  ///
  /// - Returns: the answer with its purpose.
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

  /// Removes the question if its answer was accepted.
  mutating func finish<Purpose>(isRefused: Bool) where Wrapped == Question<Purpose> {
    guard let isSent = self?.isSent, isSent else { return }
    if isRefused { self?.isSent = false } else { self = nil }
  }
}
