import Domain
import Presentation

/// The question of a choice below the scene, with a row for each field.
///
/// A note has no row: it is typed after the number.
struct AskedQuestion<Scene: ChoosingScene> {
  /// The choice that it belongs to.
  let choice: Scene.Choice
  private let inquiry: Inquiry<Scene.Action>
  private var entries: [TextEntry]
  private var focus = 0
  fileprivate var isSent = false

  /// Asks the question of a choice.
  init(_ choice: Scene.Choice, _ inquiry: Inquiry<Scene.Action>) {
    self.choice = choice
    self.inquiry = inquiry
    entries = inquiry.fields.filter { $0.name != .note }.map { TextEntry($0.text) }
  }

  /// The typed text.
  var text: String { entries[0].text }

  /// The rows that it takes from the scene.
  var rows: Int { entries.count + 1 }

  /// The keys that it understands.
  var hints: [KeyHint] { entries.count > 1 ? KeyHint.fields : KeyHint.question }

  private var takesNote: Bool { entries.count < inquiry.fields.count }

  fileprivate mutating func press(_ key: KeyPress) {
    switch key {
    case .tab, .down, .backTab, .up: focus = (focus + 1) % entries.count
    default: _ = entries[focus].press(key)
    }
  }

  /// The action for what is typed.
  fileprivate var action: Scene.Action {
    guard takesNote else { return inquiry.action(for: entries.map(\.text)) }
    let (number, note) = Self.parts(of: text)
    return inquiry.action(for: [number] + entries.dropFirst().map(\.text) + [note])
  }

  /// A number and the note after it. Three digits apart, as in `1 000`, are no note.
  private static func parts(of text: String) -> (number: String, note: String) {
    let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 2 else { return (words.first ?? "", "") }
    let next = words[1].drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    return next.count == 3 && next.allSatisfy(\.isNumber) ? (text, "") : (words[0], words[1])
  }

  /// Draws the question on the last rows of the canvas. Where there is one row, that of the field
  /// which is typed in is seen.
  func draw(on canvas: inout Canvas) {
    let last = canvas.size.rows - 1
    for row in max(0, last + 1 - rows)..<max(0, last + 1) { canvas.clear(row: row) }
    let shown = last > 0 ? entries.indices : focus..<focus + 1
    for (index, row) in zip(shown.reversed(), stride(from: last, through: 0, by: -1)) {
      let words = words(before: index, on: canvas)
      let column = canvas.metrics.width(of: words)
      canvas.write(words, row: row, style: index == focus ? .heading : .plain)
      canvas.drawEntry(
        entries[index].text, before: entries[index].beforeCaret, row: row, column: column,
        width: max(1, canvas.size.columns - column), isFocused: index == focus)
    }
  }

  /// The words before a field. The hint is left out, and then the name shortened, when there would be
  /// little room for the answer.
  private func words(before index: Int, on canvas: Canvas) -> String {
    guard index == 0 else { return inquiry.fields[index].prompt }
    let question = inquiry.question
    let hint = takesNote ? ScreenWords.noteHint : ""
    let hinted = question.beginning + visible(question.name) + question.end + hint + ": "
    if canvas.metrics.width(of: hinted) + Self.usualAnswer <= canvas.size.columns { return hinted }
    let end = question.end + ": "
    let others = canvas.metrics.width(of: question.beginning) + canvas.metrics.width(of: end)
    let room = max(Self.narrowestName, canvas.size.columns - others - Self.narrowestAnswer)
    return question.beginning + canvas.fitted(visible(question.name), to: room) + end
  }

  private static var narrowestName: Int { 4 }
  private static var narrowestAnswer: Int { 12 }
  private static var usualAnswer: Int { 24 }
}

extension Optional {
  /// Does what a choice demands, or asks its question.
  ///
  /// - Returns: the actions to perform, if there is a consent after it. A form has none here.
  mutating func take<Scene>(_ demand: Demand<Scene.Action>, of choice: Scene.Choice)
    -> [Scene.Action] where Wrapped == AskedQuestion<Scene>
  {
    switch demand {
    case .nothing(let action), .consent(_, let action): return [action]
    case .answers(let inquiry):
      self = AskedQuestion(choice, inquiry)
      return [inquiry.opening].compactMap(\.self)
    case .form: return []
    }
  }

  /// Handles a key for the question, which stays until its answer is accepted or it is dropped.
  ///
  /// - Returns: the action of the answer.
  mutating func press<Scene>(_ key: KeyPress) -> [Scene.Action]
  where Wrapped == AskedQuestion<Scene> {
    switch key {
    case .enter:
      self?.isSent = true
      return map { [$0.action] } ?? []
    case .escape: self = nil
    default: self?.press(key)
    }
    return []
  }

  /// Removes the question if its answer was accepted.
  mutating func finish<Scene>(in state: (any SceneState)?) where Wrapped == AskedQuestion<Scene> {
    guard let isSent = self?.isSent, isSent else { return }
    if state?.alert != nil { self?.isSent = false } else { self = nil }
  }
}
