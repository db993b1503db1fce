import Presentation

/// The words before an answer, with the name of what they are about.
struct AnswerPrompt {
  private let beginning: String
  private let name: String
  private let end: String
  private let hint: String

  /// Creates a prompt. A hint comes before the colon at the end.
  init(_ beginning: String, _ name: String = "", _ end: String = "", hint: String = "") {
    self.beginning = beginning
    self.name = name
    self.end = end
    self.hint = hint
  }

  /// The words. The hint is left out, and then the name shortened, when there would be little room for
  /// the answer.
  fileprivate func words(on canvas: Canvas) -> String {
    let hinted = beginning + visible(name) + end.dropLast(2) + hint + end.suffix(2)
    if canvas.metrics.width(of: hinted) + Self.usualAnswer <= canvas.size.columns { return hinted }
    let others = canvas.metrics.width(of: beginning) + canvas.metrics.width(of: end)
    let room = max(Self.narrowestName, canvas.size.columns - others - Self.narrowestAnswer)
    return beginning + canvas.fitted(visible(name), to: room) + end
  }

  private static let narrowestName = 4
  private static let narrowestAnswer = 12
  private static let usualAnswer = 24
}

/// A question on one row below the scene.
struct Question<Purpose> {
  /// The purpose of the answer.
  let purpose: Purpose
  private let prompt: AnswerPrompt
  fileprivate var entry: TextEntry
  fileprivate var isSent = false

  /// Creates a question for a field, with an optional text in it.
  init(_ purpose: Purpose, _ field: Field, text: String = "") {
    self.init(purpose, AnswerPrompt(field.prompt), text: text)
  }

  /// Creates a question about something that has a name.
  init(_ purpose: Purpose, _ prompt: AnswerPrompt, text: String = "") {
    self.purpose = purpose
    self.prompt = prompt
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
    let words = prompt.words(on: canvas)
    let column = canvas.metrics.width(of: words)
    canvas.write(words, row: row, style: .heading)
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
  mutating func finish<Purpose>(in state: (any SceneState)?) where Wrapped == Question<Purpose> {
    guard let isSent = self?.isSent, isSent else { return }
    if state?.alert != nil { self?.isSent = false } else { self = nil }
  }
}
