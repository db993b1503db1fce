import Domain

/// Wires `HistoryScene`.
@MainActor
public enum HistoryConfigurator {
  /// The scene of a counter, with nothing read yet.
  public static func viewModel(
    counter: Counter, session: Session, useCases: UseCases, days: any Days,
    watch: (any StoreWatch)? = nil, routing: any HistoryRouting
  ) -> SceneViewModel<HistoryScene> {
    SceneViewModel(
      state: HistoryScene.State(
        username: session.user.username, name: counter.name.text),
      interactor: HistoryInteractor(
        counter: counter, session: session, useCases: useCases, watch: watch, routing: routing),
      presenter: HistoryPresenter(days: days))
  }
}
