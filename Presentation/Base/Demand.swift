import Domain

/// What a choice demands of the person before its action is performed.
public enum Demand<Action: Sendable>: Sendable {
  /// Nothing: the action is performed at once.
  case nothing(Action)
  /// The answers to an inquiry.
  case answers(Inquiry<Action>)
  /// A yes to this question.
  case consent(String, Action)
  /// A form, which has passwords.
  case form(SceneForm<Action>)
}

/// A scene with choices, and what each demands: a toolkit adds how that looks.
public protocol ChoosingScene: SceneDefinition {
  /// The choices.
  associatedtype Choice: SceneChoice

  /// The choices that the state offers.
  static func choices(in state: State) -> [Choice]

  /// What a choice demands. A change by it is done once for each `id`, however often it is sent; `nil`
  /// leaves that to the store.
  static func demand(of choice: Choice, in state: State, id: Change.ID?) -> Demand<Action>
}

extension ChoosingScene {
  /// Most scenes offer all choices in every state.
  public static func choices(in state: State) -> [Choice] { Array(Choice.allCases) }

  /// The form of a choice, as it is filled in that state; `nil` for a choice without one.
  public static func form(of choice: Choice, in state: State) -> SceneForm<Action>? {
    if case .form(let form) = demand(of: choice, in: state) { form } else { nil }
  }

  /// What a choice demands, for a change that is sent once.
  public static func demand(of choice: Choice, in state: State) -> Demand<Action> {
    demand(of: choice, in: state, id: nil)
  }
}

/// A question that texts answer.
///
/// It stays open with its texts while its answers are refused, and is closed when the last state of its
/// action has no alert, or none came because the scene was left.
public struct Inquiry<Action: Sendable>: Sendable {
  /// The words before the first answer, which name what they are about.
  public let question: Question
  /// What to fill in, each with the text that it begins with. The question asks for the first; the
  /// others may stay empty.
  public let fields: [Field]
  /// The action to perform when the question is asked. Its notice says what would be lost.
  public let opening: Action?
  private let action: @Sendable ([String]) -> Action

  init(
    _ question: Question, _ fields: [Field], opening: Action? = nil,
    action: @escaping @Sendable ([String]) -> Action
  ) {
    self.question = question
    self.fields = fields
    self.opening = opening
    self.action = action
  }

  /// The action for the texts of the first fields; those of the others are empty.
  public func action(for answers: [String]) -> Action {
    let missing = max(0, fields.count - answers.count)
    return action(answers + Array(repeating: "", count: missing))
  }
}

/// The words before an answer: `Add to main`, `To delete main, type its name`. Where there is little
/// room, a toolkit shortens the name.
public struct Question: Equatable, Sendable {
  /// The words before the name.
  public let beginning: String
  /// The name of what the question is about; empty if it has none.
  public let name: String
  /// The words after the name.
  public let end: String

  init(_ beginning: String, _ name: String = "", _ end: String = "") {
    self.beginning = beginning
    self.name = name
    self.end = end
  }

  /// A question by the label of its only field.
  init(_ field: Field) { self.init(field.label) }

  /// The question in one piece.
  public var text: String { beginning + name + end }
}

/// A form whose texts the scene holds: what is typed into a field is an action of its own.
///
/// The scene wipes each password: when it is replaced, when the form is submitted or refused, and when
/// it is left. After each of these a toolkit empties what it holds of them.
public struct SceneForm<Action: Sendable>: Sendable {
  /// The heading.
  public let heading: String
  /// The fields in their order, as they are filled now.
  public let fields: [FormField<Action>]
  /// The action to perform when the form is opened. Its notice says what would be lost.
  public let opening: Action?
  /// Submits the form.
  public let submit: Action
  /// Empties and leaves the form.
  public let cancel: [Action]

  init(
    _ heading: String, _ fields: [FormField<Action>], opening: Action? = nil, submit: Action,
    cancel: [Action]
  ) {
    self.heading = heading
    self.fields = fields
    self.opening = opening
    self.submit = submit
    self.cancel = cancel
  }
}

extension SceneForm {
  /// The action for the whole text of a field after a person has typed; `nil` if there is no such field.
  public func action(typing text: String, into name: FieldName) -> Action? {
    switch fields.first(where: { $0.name == name }) {
    case .shown(_, let edited): return edited(text)
    case .hidden(_, let edited):
      let secret = Secret(capacity: text.utf8.count)
      for byte in text.utf8 { secret.append(byte) }
      return edited(secret)
    case nil: return nil
    }
  }
}

/// A field of a form, with the action of what is typed.
public enum FormField<Action: Sendable>: Sendable {
  /// A visible field.
  case shown(Field, edited: @Sendable (String) -> Action)
  /// A hidden field. The scene wipes the secret that it is given.
  case hidden(HiddenField, edited: @Sendable (Secret) -> Action)

  /// What it is for.
  public var name: FieldName {
    switch self {
    case .shown(let field, _): field.name
    case .hidden(let field, _): field.name
    }
  }

  /// The label.
  public var label: String {
    switch self {
    case .shown(let field, _): field.label
    case .hidden(let field, _): field.label
    }
  }

  /// Whether nobody may see what is typed.
  public var isHidden: Bool {
    if case .hidden = self { true } else { false }
  }

  /// The visible text; empty for a hidden field.
  public var text: String {
    if case .shown(let field, _) = self { field.text } else { "" }
  }

  /// Whether nothing is filled in.
  public var isEmpty: Bool {
    switch self {
    case .shown(let field, _): field.text.isEmpty
    case .hidden(let field, _): field.length == 0
    }
  }

  /// The action that empties the field.
  var emptying: Action {
    switch self {
    case .shown(_, let edited): edited("")
    case .hidden(_, let edited): edited(Secret(capacity: 0))
    }
  }
}

/// A scene that is a form.
public protocol FormScene: SceneDefinition {
  /// The form.
  static func form(in state: State) -> SceneForm<Action>
}
