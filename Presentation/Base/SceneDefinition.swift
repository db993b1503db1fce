import Domain

/// The state, actions, responses and exits of one screen, independent of any toolkit.
///
/// Data flows in one direction. The view sends an `Action` to the view model, which queues it for
/// the interactor. The interactor calls Domain and answers with a `Response`. From it the presenter
/// makes the next `State`, which the view shows. An action may instead leave the scene through an
/// `Exit`.
public protocol SceneDefinition: SendableMetatype {
  /// What the screen shows.
  associatedtype State: SceneState
  /// What the user did.
  associatedtype Action: Sendable
  /// What Domain answered.
  associatedtype Response: Sendable
  /// How the scene can be left, with the known values; it does not say where that leads. `Never` if
  /// it cannot be left.
  associatedtype Exit: Equatable, Sendable = Never

  /// Whether the user caused it, which clears the notice and the alert.
  static func isByPerson(_ action: Action) -> Bool

  /// The action to perform after others have changed what the scene shows; it keeps the notice and
  /// the alert. `nil` if nothing can change.
  static var changedElsewhere: Action? { get }

  /// The actions that a toolkit performs once when the scene appears, for what is read only if it is
  /// shown.
  static func requests(in state: State) -> [Action]
}

extension SceneDefinition {
  /// Most scenes show nothing that others can change.
  public static var changedElsewhere: Action? { nil }

  /// Most scenes are complete when they appear.
  public static func requests(in state: State) -> [Action] { [] }

  /// Most scenes have only actions of the user.
  public static func isByPerson(_ action: Action) -> Bool { true }
}

/// The state that every screen has.
public protocol SceneState: Equatable, Sendable {
  /// The result of the last action, as a sentence; the next action clears it.
  var notice: String? { get set }
  /// Why the last action was refused; the next action clears it.
  var alert: Alert? { get set }
  /// The location for a prompt: `tally`, `ada`, `ada/main`.
  var location: String { get }
  /// How often a target was reached on the scene. A toolkit rings when this grows.
  var targetsReached: Int { get }
}

/// The state of a screen for logged-in users.
public protocol SignedInState: SceneState {
  /// Who is logged in.
  var username: Username { get }
}

extension SignedInState {
  /// The account, unless the scene shows a part of it.
  public var location: String { username.text }
}

extension SceneState {
  /// Outside of any account.
  public var location: String { "tally" }

  /// Most scenes have no count.
  public var targetsReached: Int { 0 }

  /// The state after a refused action.
  package func refused(_ refusal: Refusal) -> Self {
    var next = self
    next.alert = Alert(refusal)
    return next
  }
}

/// A refusal for the user.
public struct Alert: Equatable, Sendable {
  /// Why the action was refused.
  public let refusal: Refusal

  /// Creates an alert for a refusal.
  public init(_ refusal: Refusal) {
    self.refusal = refusal
  }

  /// The fact, in words.
  public var fact: String { refusal.fact }
}

/// How a scene was left.
public enum SceneExit<Scene: SceneDefinition>: Equatable, Sendable {
  /// Through one of the scene's exits.
  case taken(Scene.Exit)
  /// The session was ended elsewhere or has expired, which leaves every scene.
  case sessionEnded
}

/// A choice on a scene, offered as a key, a word or a button.
///
/// A label means the same on every scene.
public protocol SceneChoice: CaseIterable, Hashable, Sendable {
  /// Its name, in a word or two.
  var label: String { get }
  /// What it does, for the help.
  var meaning: String { get }
}

extension SceneChoice {
  /// The choice with this label.
  public init?(label: String) {
    guard let choice = Self.allCases.first(where: { $0.label == label }) else { return nil }
    self = choice
  }
}
