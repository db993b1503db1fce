import Domain
import Presentation

/// A scene in one of its sample states.
struct Sample {
  /// What the scene is called: `sign-up`.
  let sceneName: String
  /// What the state is called: `passwords-differ`.
  let stateName: String
  /// The scene, behind which there is nothing.
  let scene: Scene

  /// The samples of every scene.
  ///
  /// - Throws: the refusal of a value that can stand in no state.
  @MainActor
  static func all() throws(Refusal) -> [Sample] {
    samples(of: "welcome", WelcomeScene.samples(), as: Scene.welcome)
      + samples(of: "login", LoginScene.samples(), as: Scene.login)
      + samples(of: "sign-up", SignUpScene.samples(), as: Scene.signUp)
      + samples(of: "counter", try CounterScene.samples(), as: Scene.counter)
      + samples(of: "history", try HistoryScene.samples(), as: Scene.history)
      + samples(of: "home", try HomeScene.samples(), as: Scene.home)
      + samples(of: "account", try AccountScene.samples(), as: Scene.account)
  }

  @MainActor
  private static func samples<Definition: SceneDefinition>(
    of name: String, _ states: KeyValuePairs<String, Definition.State>,
    as scene: (SceneViewModel<Definition>) -> Scene
  ) -> [Sample] {
    states.map { stateName, state in
      let still = StillScene<Definition>()
      return Sample(
        sceneName: name, stateName: stateName,
        scene: scene(SceneViewModel(state: state, interactor: still, presenter: still)))
    }
  }
}

/// Keeps a scene in its state, whatever is done.
private final class StillScene<Scene: SceneDefinition>: Interactor, Presenter {
  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async {}

  nonisolated func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    state
  }
}
