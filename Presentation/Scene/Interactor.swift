/// What decides what an action leads to: it calls use cases, makes no sentence, and is handed the
/// state instead of keeping a copy of it.
@MainActor
public protocol Interactor<Scene> {
  /// The scene that it decides for.
  associatedtype Scene: SceneDefinition

  /// Answers one action through `respond`, or goes to another scene, or both, or neither.
  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void) async

  /// Answers the first of `actions`, or several of them at once; says how many it took, 1 or more.
  func handle(
    _ actions: ArraySlice<Scene.Action>, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async -> Int

  /// Ticks at which the scene's `changedElsewhere` is due; `nil` where nobody watches.
  var ticks: AsyncStream<Void>? { get }
}

extension Interactor {
  /// Most scenes show nothing that others change.
  public var ticks: AsyncStream<Void>? { nil }

  /// Takes the first action alone, as most scenes do.
  public func handle(
    _ actions: ArraySlice<Scene.Action>, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async -> Int {
    if let action = actions.first { await handle(action, in: state, respond: respond) }
    return 1
  }
}

/// What makes the next state of a response and the state before: a pure function, and, with the
/// components, the only place with wording and formats.
public protocol Presenter<Scene>: Sendable {
  /// The scene that it words.
  associatedtype Scene: SceneDefinition

  /// The state after `response`. Where a person acted, the last notice and
  /// alert are gone from `state` already.
  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State
}
