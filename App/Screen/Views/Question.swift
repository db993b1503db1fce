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

/// A question below the scene, with a row for each field.
struct Question<Choice: SceneChoice> {
  /// The choice that it belongs to.
  let choice: Choice
  private var fields: [(prompt: AnswerPrompt, entry: TextEntry)]
  private var focus = 0
  fileprivate var isSent = false

  /// Creates a question for a field, with an optional text in it.
  init(_ choice: Choice, _ field: Field, text: String = "") {
    self.init(choice, AnswerPrompt(field.prompt), text: text)
  }

  /// Creates a question about something that has a name, perhaps with a field that is rarely needed.
  init(_ choice: Choice, _ prompt: AnswerPrompt, text: String = "", further: Field? = nil) {
    self.choice = choice
    fields = [(prompt, TextEntry(text))]
    if let further { fields.append((AnswerPrompt(further.prompt), TextEntry(further.text))) }
  }

  /// The typed text.
  var text: String { fields[0].entry.text }

  /// The text in the further field; empty without one.
  var furtherText: String { fields.dropFirst().first?.entry.text ?? "" }

  /// The rows that it takes from the scene.
  var rows: Int { fields.count + 1 }

  /// The keys that it understands.
  var hints: [KeyHint] { fields.count > 1 ? KeyHint.fields : KeyHint.question }

  fileprivate mutating func press(_ key: KeyPress) {
    switch key {
    case .tab, .down, .backTab, .up: focus = (focus + 1) % fields.count
    default: _ = fields[focus].entry.press(key)
    }
  }

  /// Draws the question on the last rows of the canvas. Where there is one row, that of the field
  /// which is typed in is seen.
  func draw(on canvas: inout Canvas) {
    let last = canvas.size.rows - 1
    for row in max(0, last + 1 - rows)..<max(0, last + 1) { canvas.clear(row: row) }
    let shown = last > 0 ? fields.indices : focus..<focus + 1
    for (index, row) in zip(shown.reversed(), stride(from: last, through: 0, by: -1)) {
      let (prompt, entry) = fields[index]
      let words = prompt.words(on: canvas)
      let column = canvas.metrics.width(of: words)
      canvas.write(words, row: row, style: index == focus ? .heading : .plain)
      canvas.drawEntry(
        entry.text, before: entry.beforeCaret, row: row, column: column,
        width: max(1, canvas.size.columns - column), isFocused: index == focus)
    }
  }
}

extension Optional {
  /// Handles a key for the question, which stays until its answer is accepted or it is dropped.
  ///
  /// - Returns: the answer with the choice that it belongs to.
  mutating func press<Choice>(_ key: KeyPress) -> (choice: Choice, text: String)?
  where Wrapped == Question<Choice> {
    switch key {
    case .enter:
      self?.isSent = true
      return map { ($0.choice, $0.text) }
    case .escape: self = nil
    default: self?.press(key)
    }
    return nil
  }

  /// Removes the question if its answer was accepted.
  mutating func finish<Choice>(in state: (any SceneState)?) where Wrapped == Question<Choice> {
    guard let isSent = self?.isSent, isSent else { return }
    if state?.alert != nil { self?.isSent = false } else { self = nil }
  }
}
