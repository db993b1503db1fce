import Domain

/// Wires `HomeScene`.
@MainActor
public enum HomeConfigurator {
  /// The scene with nothing read yet, with what the last scene had to say.
  public static func viewModel(
    openCounter: String?, notice: String? = nil, alert: Alert? = nil, session: Session,
    useCases: UseCases, days: any Days, watch: (any StoreWatch)? = nil,
    routing: any HomeRouting
  ) -> SceneViewModel<HomeScene> {
    SceneViewModel(
      state: HomeScene.State(
        username: session.user.username, openCounter: openCounter, notice: notice,
        alert: alert),
      interactor: HomeInteractor(
        session: session, useCases: useCases, watch: watch, routing: routing),
      presenter: HomePresenter(days: days))
  }
}
