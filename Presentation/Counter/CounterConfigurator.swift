import Domain

/// Wires `CounterScene`.
@MainActor
public enum CounterConfigurator {
  /// The scene of a counter that has just been read, with what the last scene had to say.
  public static func viewModel(
    counter: Counter, notice: String? = nil, session: Session, useCases: UseCases,
    days: any Days, watch: (any StoreWatch)? = nil, routing: any CounterRouting
  ) -> SceneViewModel<CounterScene> {
    SceneViewModel(
      state: CounterScene.State(
        username: session.user.username, counter: counter,
        isStarted: counter.changedAt != nil, notice: notice),
      interactor: CounterInteractor(
        session: session, useCases: useCases, watch: watch, routing: routing),
      presenter: CounterPresenter(days: days))
  }
}
