import Domain
import Presentation

/// Keeps a scene in its state, whatever is done.
final class StillScene<Scene: SceneDefinition>: Interactor, Presenter {
  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async -> Scene.Exit? { nil }

  nonisolated func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    state
  }
}

extension SampledScene {
  /// The scene in each of its sample states.
  ///
  /// - Throws: the refusal of a value that can stand in no state.
  @MainActor
  static func still() throws(Refusal) -> [ActiveScene] {
    try samples().map { _, state in
      let still = StillScene<Self>()
      return scene(SceneViewModel(state: state, interactor: still, presenter: still))
    }
  }
}
