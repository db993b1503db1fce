import Presentation

/// A user of one toolkit: does each step with it, and returns what it shows.
///
/// A player exists from the program's start until it quits.
@MainActor
public protocol Player {
  /// Does a step, until the toolkit waits for the next one.
  ///
  /// - Throws: `PlayFault` when the step is not possible now.
  func play(_ step: Journey.Step) async throws

  /// The present scene.
  var scene: ActiveScene { get }

  /// Reads again what others may have changed, as the watch of a terminal does.
  func catchUp() async

  /// The output since the last call.
  func newlyShown() throws -> String
}

extension ActiveScene {
  /// Lets the scene know that others may have changed what it shows.
  package func catchUp() async { await shown(by: Notices())() }

  private struct Notices: ViewFactory {
    typealias Shown = @MainActor () async -> Void

    func view<Scene: SceneDefinition>(of viewModel: SceneViewModel<Scene>) -> Shown {
      { if let action = Scene.changedElsewhere { await viewModel.perform(action) } }
    }
  }
}

/// A step could not be done.
public struct PlayFault: Error, CustomStringConvertible {
  /// Why.
  public let description: String

  /// Creates a fault with its reason.
  public init(_ description: String) {
    self.description = description
  }
}
