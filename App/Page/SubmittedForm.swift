import Domain
import Presentation

/// The form is not one of this page's: a field is unknown, repeated, missing or not valid.
struct FormFault: Error {
  /// Whether it is valid, but for a counter that is gone, and another one has its name.
  var isForAnotherCounter = false
}

/// A form as it was sent. Each field is taken once; what is left over is a fault.
struct SubmittedForm: Sendable {
  /// The identifier; forms that change nothing have none.
  private(set) var id: FormID?
  /// What it was made for; forms for people who are logged out have none.
  private(set) var subject: FormSubject?
  /// The label of the pressed button; `nil` when the form was sent as far as it is filled.
  private(set) var deed: String?
  /// What was typed, to be shown again if it is refused.
  private(set) var draft = FormDraft()
  /// Whether it changes nothing, and only asks what is to be confirmed.
  private(set) var isQuestion = false

  private var fields: [(name: String, value: [UInt8])]

  private static let mostFields = 8

  /// Reads a form (`application/x-www-form-urlencoded`).
  ///
  /// - Throws: `FormFault` when it is not valid.
  init(_ bytes: [UInt8]) throws(FormFault) {
    var fields: [(name: String, value: [UInt8])] = []
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let sides = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard fields.count < Self.mostFields, sides.count == 2,
        let name = PercentCoding.decoded(sides[0], inForm: true),
        let value = PercentCoding.bytes(of: sides[1], inForm: true)
      else { throw FormFault() }
      fields.append((name, value))
    }
    self.fields = fields
    let id = try takeText("id").map { text throws(FormFault) in
      guard let id = FormID(text) else { throw FormFault() }
      return id
    }
    self.id = id
    subject = try takeText("for").map { text throws(FormFault) in
      guard let subject = FormSubject(text) else { throw FormFault() }
      return subject
    }
    deed = try takeText("do")
    draft.deed = deed
  }

  /// The choice of the pressed button; `nil` when none was pressed.
  ///
  /// - Throws: `FormFault` when the scene has no such choice.
  func choice<Choice: SceneChoice>(_ type: Choice.Type = Choice.self) throws(FormFault) -> Choice? {
    guard let deed else { return nil }
    guard let choice = Choice(label: deed) else { throw FormFault() }
    return choice
  }

  /// The text of a field, or `nil` when it was not sent.
  ///
  /// - Throws: `FormFault` when it is not UTF-8, or has a NUL.
  mutating func take(_ name: FieldName) throws(FormFault) -> String? {
    guard let text = try takeText(name.rawValue) else { return nil }
    draft.texts[name] = text
    return text
  }

  /// The text of a field that the pressed button needs.
  ///
  /// - Throws: `FormFault` when it was not sent.
  mutating func require(_ name: FieldName) throws(FormFault) -> String {
    guard let text = try take(name) else { throw FormFault() }
    return text
  }

  /// The password in a field, or `nil` when it was not sent.
  ///
  /// - Throws: `FormFault` when it cannot be typed at a terminal: it is not UTF-8, or has a NUL.
  mutating func takeSecret(_ name: FieldName) throws(FormFault) -> Secret? {
    guard let bytes = takeBytes(name.rawValue) else { return nil }
    let secret = Secret(capacity: bytes.count)
    for byte in bytes { secret.append(byte) }
    guard secret.isText else { throw FormFault() }
    return secret
  }

  /// The actions of the fields of a scene's form that were sent.
  ///
  /// - Throws: `FormFault` when one of them is not valid.
  mutating func takeEdits<Action>(of form: SceneForm<Action>) throws(FormFault) -> [Action] {
    var edits: [Action] = []
    for field in form.fields {
      switch field {
      case .shown(let field, let edited):
        if let text = try take(field.name) { edits.append(edited(text)) }
      case .hidden(let field, let edited):
        if let secret = try takeSecret(field.name) { edits.append(edited(secret)) }
      }
    }
    return edits
  }

  /// The action that asks what is to be confirmed, for a form without the answer.
  ///
  /// - Throws: `FormFault` when nothing is to be confirmed.
  mutating func ask<Action>(_ opening: Action?) throws(FormFault) -> Action {
    guard let opening else { throw FormFault() }
    isQuestion = true
    return opening
  }

  /// Drops the fields that were not taken.
  mutating func discard() { fields = [] }

  /// Checks that every field was taken.
  ///
  /// - Throws: `FormFault` when one is unknown or repeated.
  func end() throws(FormFault) {
    guard fields.isEmpty else { throw FormFault() }
  }

  private mutating func takeText(_ name: String) throws(FormFault) -> String? {
    guard let bytes = takeBytes(name) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw FormFault()
    }
    return text
  }

  private mutating func takeBytes(_ name: String) -> [UInt8]? {
    guard let index = fields.firstIndex(where: { $0.name == name }) else { return nil }
    return fields.remove(at: index).value
  }
}

/// What was typed into a form and not accepted, or not sent yet.
struct FormDraft: Sendable {
  /// The label of the pressed button.
  var deed: String?
  /// The texts of the fields that are not secret.
  var texts: [FieldName: String] = [:]
}

/// What a form was made for: the store, the account and the counter that the person saw. It acts
/// for nothing else, whoever is logged in when it is sent, and whatever has the counter's name.
struct FormSubject: Equatable, Sendable {
  /// The id of the store.
  let store: String
  /// The account that was logged in.
  let account: User.ID
  /// The counter; `nil` if the form is about none.
  var counter: Counter.ID?

  /// Creates a subject from its parts.
  init(store: String, account: User.ID, counter: Counter.ID? = nil) {
    (self.store, self.account, self.counter) = (store, account, counter)
  }

  /// Reads the text of a form's field; `nil` when it is not valid.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let account = User.ID(parts[1]) else { return nil }
    self.init(store: String(parts[0]), account: account)
    guard parts.count == 3 else { return }
    guard let counter = Counter.ID(parts[2]) else { return nil }
    self.counter = counter
  }

  /// The text of a form's field.
  var text: String { "\(store).\(account)" + (counter.map { ".\($0)" } ?? "") }
}
