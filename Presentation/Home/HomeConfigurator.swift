import Domain

/// Wires `HomeScene`.
@MainActor
public enum HomeConfigurator {
  /// Loads the first state; `openCounter` is marked, and going back leads to it, if it still exists.
  ///
  /// - Throws: the refusals of the repository.
  public static func load(
    openCounter: Counter?, in context: SceneContext
  ) async throws(Refusal) -> HomeScene.State {
    let counters = try await context.useCases.summarizeCounters(in: context.session)
    let open = counters.first { $0.id == openCounter?.id }
    return HomeScene.State(
      username: context.session.user.username, openCounter: open?.counter.typedName,
      counters: counters, marked: open?.id)
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
