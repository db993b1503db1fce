/// Wires `CounterScene`.
@MainActor
public enum CounterConfigurator {
  /// The scene of a counter that has just been read.
  public static func viewModel(
    _ state: CounterScene.State, in context: SceneContext
  ) -> SceneViewModel<CounterScene> {
    SceneViewModel(
      state: state, interactor: CounterInteractor(context: context),
      presenter: CounterPresenter())
  }
}
