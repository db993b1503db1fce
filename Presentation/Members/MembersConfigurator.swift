import Domain

/// Wires `MembersScene`.
@MainActor
public enum MembersConfigurator {
  /// Loads the scene's state.
  ///
  /// - Throws: the refusals of the repositories.
  public static func load(_ counter: Counter, in context: SceneContext) async throws(Refusal)
    -> MembersScene.State
  {
    let state = MembersScene.State(username: context.session.user.username, counter: counter)
    let listed = try await MembersInteractor(context: context).members(of: counter)
    return MembersPresenter().present(listed, after: state)
  }

  /// Creates the view model of the scene.
  public static func viewModel(
    _ state: MembersScene.State, in context: SceneContext
  ) -> SceneViewModel<MembersScene> {
    SceneViewModel(
      state: state, interactor: MembersInteractor(context: context),
      presenter: MembersPresenter())
  }
}
