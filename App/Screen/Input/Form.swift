import Presentation
import Terminal

/// The input state of a form: the present field, the cursors and the passwords.
struct Form {
  /// How a key ended the filling in.
  enum Ending {
    case submitted
    case cancelled
  }

  /// The input state of a field.
  enum Input {
    case text(TextEntry)
    case secret(SecretLine)
  }

  private(set) var inputs: [Input]
  private var chosen: Int?

  /// Creates the empty input of a form.
  init(for form: SceneForm<some Sendable>) {
    inputs = form.fields.map { field in
      switch field {
      case .shown: .text(TextEntry())
      case .hidden: .secret(SecretLine())
      }
    }
  }

  /// The index of the present field: the chosen one, or else the first empty one.
  func focus(in fields: [FormField<some Sendable>]) -> Int {
    chosen ?? fields.firstIndex(where: \.isEmpty) ?? 0
  }

  /// The text before the cursor in a field.
  func beforeCaret(_ index: Int) -> String {
    if case .text(let entry) = inputs[index] { entry.beforeCaret } else { "" }
  }

  /// Handles a key: moves, edits, submits or leaves the form.
  mutating func press<Action>(_ key: KeyPress, in form: SceneForm<Action>) -> (
    actions: [Action], ending: Ending?
  ) {
    take(form.fields)
    let focus = focus(in: form.fields)
    switch key {
    case .escape: return (form.cancel, .cancelled)
    case .tab, .down: chosen = (focus + 1) % inputs.count
    case .backTab, .up: chosen = (focus + inputs.count - 1) % inputs.count
    case .enter where focus + 1 < inputs.count: chosen = focus + 1
    case .enter:
      renew()
      return ([form.submit], .submitted)
    default:
      chosen = focus
      if inputs[focus].press(key) { return (edit(of: form.fields[focus], at: focus), nil) }
    }
    return ([], nil)
  }

  private func edit<Action>(of field: FormField<Action>, at index: Int) -> [Action] {
    switch (field, inputs[index]) {
    case (.shown(_, let edited), .text(let entry)): [edited(entry.text)]
    case (.hidden(_, let edited), .secret(let line)): [edited(line.secret)]
    case (.shown, .secret), (.hidden, .text): []
    }
  }

  /// The scene now owns the typed passwords and wipes them, so the form starts with new ones.
  private mutating func renew() {
    chosen = nil
    for index in inputs.indices {
      if case .secret = inputs[index] { inputs[index] = .secret(SecretLine()) }
    }
  }

  private mutating func take(_ fields: [FormField<some Sendable>]) {
    for (index, field) in fields.enumerated() {
      guard case .shown(let shown, _) = field, case .text(var entry) = inputs[index] else {
        continue
      }
      entry.take(shown.text)
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

/// A one-line text being edited, and the cursor.
struct TextEntry: Equatable {
  private(set) var text = ""
  /// The number of characters before the cursor.
  private(set) var caret = 0

  /// Creates an entry with a text and the cursor at its end.
  init(_ text: String = "") {
    self.text = text
    caret = text.count
  }

  /// Replaces the text after a change elsewhere.
  mutating func take(_ new: String) {
    guard new != text else { return }
    self = TextEntry(new)
  }

  /// Handles a key; returns whether the text has changed.
  mutating func press(_ key: KeyPress) -> Bool {
    let before = text
    switch key {
    case .character(let scalar): insert(scalar)
    case .backspace: remove(from: caret - 1, to: caret)
    case .delete: remove(from: caret, to: caret + 1)
    case .eraseLine: remove(from: 0, to: caret)
    case .eraseWord: remove(from: beginningOfWord, to: caret)
    case .left: caret = max(0, caret - 1)
    case .right: caret = min(text.count, caret + 1)
    case .home: caret = 0
    case .end: caret = text.count
    default: break
    }
    return text != before
  }

  /// The text before the cursor.
  var beforeCaret: String { String(text.prefix(caret)) }

  private mutating func insert(_ scalar: Unicode.Scalar) {
    let place = text.index(text.startIndex, offsetBy: caret)
    let rest = text.distance(from: place, to: text.endIndex)
    text.unicodeScalars.insert(scalar, at: place)
    // A combining mark joins the previous character.
    caret = max(0, text.count - rest)
  }

  private mutating func remove(from start: Int, to end: Int) {
    guard start >= 0, start < end, end <= text.count else { return }
    let indices = [start, end].map { text.index(text.startIndex, offsetBy: $0) }
    text.removeSubrange(indices[0]..<indices[1])
    caret = start
  }

  private var beginningOfWord: Int {
    let words = beforeCaret.reversed().drop { $0 == " " }
    return words.drop { $0 != " " }.count
  }
}
