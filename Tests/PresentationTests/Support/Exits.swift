import Presentation

/// Collects the exits of a scene.
@MainActor
final class Exits<Scene: SceneDefinition> {
  private(set) var taken: [SceneExit<Scene>] = []
  /// Called for each exit.
  var whenTaken: @MainActor () -> Void = {}

  init(of viewModel: SceneViewModel<Scene>) {
    viewModel.leave = { exit in
      self.taken.append(exit)
      self.whenTaken()
    }
  }
}

extension SceneViewModel {
  /// The exits after an action.
  func exits(after action: Scene.Action...) async -> [SceneExit<Scene>] {
    let exits = Exits(of: self)
    await perform(action)
    return exits.taken
  }
}
