/// Wires `CounterScene`.
@MainActor
public enum CounterConfigurator {
  /// Creates the scene of a loaded counter.
  public static func viewModel(
    _ state: CounterScene.State, in context: SceneContext
  ) -> SceneViewModel<CounterScene> {
    SceneViewModel(
      state: state, interactor: CounterInteractor(context: context),
      presenter: CounterPresenter())
  }
}
