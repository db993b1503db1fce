import ArgumentParser
import Domain
import Foundation
import LineToolkit
import PageToolkit
import Presentation
import Samples
import ScreenToolkit
import Terminal

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
    for kind in ActiveScene.sampled { all += try samples(of: kind) }
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
  case line, screen, page

  /// Shows scenes, each after a line with its name and the name of its state.
  ///
  /// - Returns: whether they were all shown.
  @MainActor
  func show(_ samples: [Sample]) async throws -> Bool {
    let environment = Environment.process
    switch self {
    case .line:
      for sample in samples {
        try sample.writeName()
        try await sample.scene.printAtLine(environment: environment)
      }
    case .screen:
      for sample in samples {
        try sample.writeName()
        guard try await sample.scene.showOnScreen(environment: environment) else { return false }
      }
    case .page:
      // A page is one document, however many states it shows.
      let page = pagePreview(of: samples.map { ($0.name, $0.scene) })
      try FileHandle.standardOutput.write(contentsOf: Data(page.utf8))
    }
    return true
  }
}

extension Sample {
  /// The names of the scene and the state.
  fileprivate var name: String { "\(sceneName) \(stateName)" }

  fileprivate func writeName() throws { try write("=== \(name)") }
}

/// Writes a line immediately, as the views do.
func write(_ line: String) throws {
  try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}
