import Presentation

/// A form's fields while they are filled in: which one is typed into, and what only the keyboard's side may know.
struct Form {
  /// What a key did to a form.
  enum Outcome: Equatable {
    case nothing
    case edited(Int)
    case submitted
    case cancelled
  }

  /// What is typed into.
  enum Input {
    case text(TextEntry)
    case secret(SecretLine)
  }

  private(set) var inputs: [Input]
  private var chosen: Int?

  /// A form of `texts` fields and below them `secrets` hidden ones.
  init(texts: Int, secrets: Int) {
    inputs =
      Array(repeating: .text(TextEntry()), count: texts)
      + (0..<secrets).map { _ in .secret(SecretLine()) }
  }

  /// Which field is typed into: the one that was gone to, or else the first that is empty.
  func focus(in fields: [FormField]) -> Int {
    chosen ?? fields.firstIndex(where: \.isEmpty) ?? 0
  }

  /// The text of a field, which the scene may have changed.
  func text(_ index: Int) -> String {
    if case .text(let entry) = inputs[index] { entry.text } else { "" }
  }

  /// The password of a hidden field.
  func secret(_ index: Int) -> SecretLine? {
    if case .secret(let line) = inputs[index] { line } else { nil }
  }

  /// Where in a field the cursor is.
  func beforeCaret(_ index: Int) -> String {
    if case .text(let entry) = inputs[index] { entry.beforeCaret } else { "" }
  }

  /// Moves, edits, submits or leaves the form whose fields are these.
  mutating func press(_ key: KeyPress, in fields: [FormField]) -> Outcome {
    take(fields)
    let focus = focus(in: fields)
    switch key {
    case .escape: return .cancelled
    case .tab, .down: chosen = (focus + 1) % inputs.count
    case .backTab, .up: chosen = (focus + inputs.count - 1) % inputs.count
    case .enter where focus + 1 < inputs.count: chosen = focus + 1
    case .enter:
      renew()
      return .submitted
    default:
      chosen = focus
      return inputs[focus].press(key) ? .edited(focus) : .nothing
    }
    return .nothing
  }

  /// What was typed belongs to the scene now, which wipes it; what comes next begins with empty passwords.
  private mutating func renew() {
    chosen = nil
    for index in inputs.indices {
      if case .secret = inputs[index] { inputs[index] = .secret(SecretLine()) }
    }
  }

  private mutating func take(_ fields: [FormField]) {
    for (index, field) in fields.enumerated() {
      guard case .shown(let text) = field.content, case .text(var entry) = inputs[index] else {
        continue
      }
      entry.take(text)
      inputs[index] = .text(entry)
    }
  }
}

extension Form.Input {
  fileprivate mutating func press(_ key: KeyPress) -> Bool {
    switch self {
    case .text(var entry):
      let isChanged = entry.press(key)
      self = .text(entry)
      return isChanged
    case .secret(var line):
      switch key {
      case .character(let scalar): UTF8.encode(scalar)?.forEach { line.append($0) }
      case .backspace: line.removeLastScalar()
      case .eraseWord: line.removeLastWord()
      case .eraseLine: line.removeAll()
      default: return false
      }
      self = .secret(line)
      return true
    }
  }
}

/// A field as a form shows it.
struct FormField {
  enum Content: Equatable {
    case shown(String)
    case hidden(length: Int)
  }

  let label: String
  let content: Content

  init(_ field: Field) {
    label = field.label
    content = .shown(field.text)
  }

  init(_ field: HiddenField) {
    label = field.label
    content = .hidden(length: field.length)
  }

  var isEmpty: Bool { content == .shown("") || content == .hidden(length: 0) }
}
