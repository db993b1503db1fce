import Domain

/// Wires `HistoryScene`.
@MainActor
public enum HistoryConfigurator {
  /// The scene of a counter, with nothing read yet.
  public static func viewModel(
    counter: Counter, session: Session, useCases: UseCases, days: any Days,
    routing: any HistoryRouting
  ) -> SceneViewModel<HistoryScene> {
    SceneViewModel(
      state: HistoryScene.State(
        username: session.user.username, name: counter.name.text),
      interactor: HistoryInteractor(
        counter: counter, session: session, useCases: useCases, routing: routing),
      presenter: HistoryPresenter(days: days))
  }
}
