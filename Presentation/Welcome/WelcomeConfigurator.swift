/// Wires `WelcomeScene`.
@MainActor
public enum WelcomeConfigurator {
  /// Creates the scene.
  public static func viewModel(
    _ state: WelcomeScene.State? = nil
  ) -> SceneViewModel<WelcomeScene> {
    SceneViewModel(
      state: state ?? WelcomeScene.State(), interactor: WelcomeInteractor(),
      presenter: WelcomePresenter())
  }
}
