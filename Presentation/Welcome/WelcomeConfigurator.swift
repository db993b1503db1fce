/// Wires `WelcomeScene`.
@MainActor
public enum WelcomeConfigurator {
  /// The scene as it begins.
  public static func viewModel(
    _ state: WelcomeScene.State? = nil
  ) -> SceneViewModel<WelcomeScene> {
    SceneViewModel(
      state: state ?? WelcomeScene.State(), interactor: WelcomeInteractor(),
      presenter: WelcomePresenter())
  }
}
