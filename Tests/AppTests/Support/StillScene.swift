import Domain
import Presentation
import Samples

/// A scene that never changes its state.
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
  /// - Throws: the refusal of an invalid sample value.
  @MainActor
  static func still() throws(Refusal) -> [ActiveScene] {
    try samples().map { _, state in
      let still = StillScene<Self>()
      return scene(SceneViewModel(state: state, interactor: still, presenter: still))
    }
  }
}
