import Presentation

/// The exits that a scene is left by, leading nowhere.
@MainActor
final class Exits<Scene: SceneDefinition> {
  private(set) var taken: [SceneExit<Scene>] = []
  /// Runs whenever one is taken.
  var whenTaken: @MainActor () -> Void = {}

  init(of viewModel: SceneViewModel<Scene>) {
    viewModel.leave = { exit in
      self.taken.append(exit)
      self.whenTaken()
    }
  }
}

extension SceneViewModel {
  /// The exits that an action leads to.
  func exits(after action: Scene.Action...) async -> [SceneExit<Scene>] {
    let exits = Exits(of: self)
    await perform(action)
    return exits.taken
  }
}
