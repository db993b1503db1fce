import App
import ArgumentParser
import Domain
import Foundation
import Presentation

/// A scene in one of its sample states.
struct Sample {
  /// What the scene is called: `sign-up`.
  let sceneName: String
  /// What the state is called: `passwords-differ`.
  let stateName: String
  /// The scene, with nothing that it could ask.
  let scene: ActiveScene

  /// The samples of every scene.
  ///
  /// - Throws: the refusal of a value that can stand in no state.
  @MainActor
  static func all() throws(Refusal) -> [Sample] {
    var all: [Sample] = []
    for kind in ActiveScene.kinds { all += try samples(of: kind) }
    return all
  }

  @MainActor
  private static func samples<Kind: SampledScene>(of kind: Kind.Type) throws(Refusal) -> [Sample] {
    try kind.samples().map { stateName, state in
      let still = StillScene<Kind>()
      return Sample(
        sceneName: kind.name, stateName: stateName,
        scene: kind.scene(SceneViewModel(state: state, interactor: still, presenter: still)))
    }
  }
}

/// Keeps a scene in its state, whatever is done.
private final class StillScene<Scene: SceneDefinition>: Interactor, Presenter {
  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async -> Scene.Exit? { nil }

  nonisolated func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    state
  }
}

/// A view toolkit, as it is named on the command line.
enum PreviewToolkit: String, CaseIterable, ExpressibleByArgument {
  case line, screen

  /// Shows a scene as it stands.
  ///
  /// - Returns: whether the person wants to see more.
  @MainActor
  func show(_ scene: ActiveScene) async throws -> Bool {
    let environment = Environment.process
    switch self {
    case .line:
      try await LinePreview(of: scene, environment: environment).show()
      return true
    case .screen:
      return try await ScreenPreview(of: scene, environment: environment).show()
    }
  }
}
