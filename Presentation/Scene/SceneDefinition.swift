import Domain

/// What one screen shows and what can be done on it, apart from any view toolkit.
///
/// A value goes round in one direction: the view sends an `Action` to the view model, which queues
/// it for the interactor; the interactor asks Domain and answers with a `Response`, of which the
/// presenter makes the next `State`, which the view shows. An action may lead out of the scene instead, by an
/// `Exit`.
public protocol SceneDefinition: SendableMetatype {
  /// All that the screen shows.
  associatedtype State: SceneState
  /// What a person did, from the view's side.
  associatedtype Action: Sendable
  /// What Domain answered.
  associatedtype Response: Sendable
  /// How the scene is left, with what is known then; where that leads is not the scene's business. `Never`
  /// where nothing leads out of it.
  associatedtype Exit: Equatable, Sendable = Never

  /// Whether the user caused it, which clears the notice and the alert.
  static func isByPerson(_ action: Action) -> Bool

  /// What happens when others have changed what the scene shows: it is read again, and the notice and
  /// the alert stay. `nil` when they cannot.
  static var changedElsewhere: Action? { get }
}

extension SceneDefinition {
  /// Most scenes show nothing that others change.
  public static var changedElsewhere: Action? { nil }

  /// Most scenes hear from nobody else.
  public static func isByPerson(_ action: Action) -> Bool { true }
}

/// What every screen shows beside what is its own.
public protocol SceneState: Equatable, Sendable {
  /// What the last action did, as a sentence; the next action replaces it.
  var notice: String? { get set }
  /// Why the last action was refused; the next action replaces it.
  var alert: Alert? { get set }
  /// Where one is, in a word for a prompt: `tally`, `ada`, `ada/main`.
  var location: String { get }
}

/// What is shown to somebody who is logged in.
public protocol SignedInState: SceneState {
  /// Who is logged in.
  var username: Username { get }
}

extension SignedInState {
  /// In the account itself, unless the scene is about a part of it.
  public var location: String { username.text }
}

extension SceneState {
  /// In no account yet.
  public var location: String { "tally" }

  /// The state once its last action was refused.
  func refused(_ refusal: Refusal) -> Self {
    var next = self
    next.alert = Alert(refusal)
    return next
  }
}

/// A refusal, as a person is told of it.
public struct Alert: Equatable, Sendable {
  /// Why Tally said no.
  public let refusal: Refusal

  /// The alert of a refusal.
  public init(_ refusal: Refusal) {
    self.refusal = refusal
  }

  /// What went wrong, in words.
  public var fact: String { refusal.fact }
}

/// How a scene was left.
public enum SceneExit<Scene: SceneDefinition>: Equatable, Sendable {
  /// By one of the scene's own ways out.
  case taken(Scene.Exit)
  /// The session was ended elsewhere, or has expired, which leads out of every scene.
  case sessionEnded
}

/// Something that a person can do on a scene, by a key, a word or a button of the toolkit.
///
/// A label means one thing on every scene, so that nobody logs out who only meant to see more.
public protocol SceneChoice: CaseIterable, Hashable, Sendable {
  /// What it is called, in a word or two.
  var label: String { get }
  /// What it does, for a list of all that can be done.
  var meaning: String { get }
}

extension SceneChoice {
  /// The choice with that label.
  public init?(label: String) {
    guard let choice = Self.allCases.first(where: { $0.label == label }) else { return nil }
    self = choice
  }
}
