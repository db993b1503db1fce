import Domain

/// Wires `HomeScene`.
@MainActor
public enum HomeConfigurator {
  /// Reads what the scene begins with; there is a way back to `openCounter` if it is still there.
  ///
  /// - Throws: those of the repository.
  public static func load(
    openCounter: Counter?, in context: SceneContext
  ) async throws(Refusal) -> HomeScene.State {
    let counters = try await context.useCases.counters.counters(in: context.session)
    let state = HomeScene.State(
      username: context.session.user.username,
      openCounter: counters.first { $0.id == openCounter?.id }?.name.text)
    return HomePresenter().present(.listed(counters), after: state)
  }

  /// The scene of the account's counters.
  public static func viewModel(
    _ state: HomeScene.State, in context: SceneContext
  ) -> SceneViewModel<HomeScene> {
    SceneViewModel(
      state: state, interactor: HomeInteractor(context: context),
      presenter: HomePresenter())
  }
}
