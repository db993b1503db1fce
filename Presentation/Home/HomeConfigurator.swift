import Domain

/// Wires `HomeScene`.
@MainActor
public enum HomeConfigurator {
  /// Loads the first state; going back leads to `openCounter` if it still exists.
  ///
  /// - Throws: the refusals of the repository.
  public static func load(
    openCounter: Counter?, in context: SceneContext
  ) async throws(Refusal) -> HomeScene.State {
    let counters = try await context.useCases.summarizeCounters(in: context.session)
    let state = HomeScene.State(
      username: context.session.user.username,
      openCounter: counters.first { $0.id == openCounter?.id }?.counter.typedName)
    return HomePresenter().present(.listed(counters), after: state)
  }

  /// Creates the scene of the account's counters.
  public static func viewModel(
    _ state: HomeScene.State, in context: SceneContext
  ) -> SceneViewModel<HomeScene> {
    SceneViewModel(
      state: state, interactor: HomeInteractor(context: context),
      presenter: HomePresenter())
  }
}
