import Domain

/// What decides what an action leads to: it calls use cases, makes no sentence, and is handed the
/// state instead of keeping a copy of it.
@MainActor
public protocol Interactor<Scene> {
  /// The scene that it decides for.
  associatedtype Scene: SceneDefinition

  /// Answers one action through `respond`, once for each state that it leads to.
  ///
  /// - Returns: how the scene is left, or `nil` when it goes on.
  /// - Throws: why the action was refused. What was answered before stays.
  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit?

  /// Answers several actions that share one transaction, up to the first that is refused.
  func handle(
    _ actions: ArraySlice<Scene.Action>, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit?

  /// How many of the actions at the front are handled together, 1 or more.
  func batchLength(of actions: ArraySlice<Scene.Action>) -> Int

  /// Ticks at which the scene's `changedElsewhere` is due; `nil` when nobody watches.
  var ticks: AsyncStream<Void>? { get }
}

extension Interactor {
  /// Most scenes show nothing that others change.
  public var ticks: AsyncStream<Void>? { nil }

  /// Most scenes handle one action at a time.
  public func batchLength(of actions: ArraySlice<Scene.Action>) -> Int { 1 }

  /// Handles the first action.
  public func handle(
    _ actions: ArraySlice<Scene.Action>, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    guard let action = actions.first else { return nil }
    return try await handle(action, in: state, respond: respond)
  }
}

/// What makes the next state of a response and the state before: a pure function.
public protocol Presenter<Scene>: Sendable {
  /// The scene that it words.
  associatedtype Scene: SceneDefinition

  /// The state after `response`. Where a person acted, the last notice and
  /// alert are gone from `state` already.
  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State

  /// The state once an action was refused.
  func refused(_ refusal: Refusal, after state: Scene.State) -> Scene.State
}

extension Presenter {
  /// Most scenes show what they showed, with an alert.
  public func refused(_ refusal: Refusal, after state: Scene.State) -> Scene.State {
    state.refused(refusal)
  }
}

/// What an interactor has of a hidden field: the password itself, of which the state knows the length
/// alone. It is wiped when another takes its place.
@MainActor
final class SecretHolder {
  private(set) var secret = SecretHolder.none

  /// Takes a secret in, and says how many bytes it has.
  func hold(_ new: Secret) -> Int {
    if new !== secret { secret.wipe() }
    secret = new
    return new.count
  }

  func wipe() {
    _ = hold(Self.none)
  }

  private static var none: Secret { Secret(capacity: 0) }
}

/// What the scenes of somebody who is logged in work with.
public struct SceneContext: Sendable {
  /// Who is logged in.
  public let session: Session
  /// What can be done.
  public let useCases: UseCases
  /// What notices changes of others; `nil` when nobody looks for longer than it takes to read.
  public let watch: (any StoreWatch)?

  /// A context of these parts.
  public init(session: Session, useCases: UseCases, watch: (any StoreWatch)? = nil) {
    self.session = session
    self.useCases = useCases
    self.watch = watch
  }
}
