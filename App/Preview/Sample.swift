import App
import ArgumentParser
import Domain
import Foundation
import Presentation

/// A scene in a sample state.
struct Sample {
  /// The name of the scene: `sign-up`.
  let sceneName: String
  /// The name of the state: `passwords-differ`.
  let stateName: String
  /// The scene, which ignores actions.
  let scene: ActiveScene

  /// The samples of all scenes.
  ///
  /// - Throws: the refusal of an invalid sample value.
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

/// A scene that never changes its state.
private final class StillScene<Scene: SceneDefinition>: Interactor, Presenter {
  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async -> Scene.Exit? { nil }

  nonisolated func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    state
  }
}

/// A toolkit, as named on the command line.
enum PreviewToolkit: String, CaseIterable, ExpressibleByArgument {
  case line, screen

  /// Shows a scene.
  ///
  /// - Returns: whether to show the next sample.
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
