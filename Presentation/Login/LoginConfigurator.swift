import Domain

/// Wires `LoginScene`.
@MainActor
public enum LoginConfigurator {
  /// Creates the scene, by default with an empty form.
  public static func viewModel(
    _ state: LoginScene.State? = nil, logIn: LogIn, device: Device
  ) -> SceneViewModel<LoginScene> {
    SceneViewModel(
      state: state ?? LoginScene.State(), interactor: LoginInteractor(logIn: logIn, device: device),
      presenter: LoginPresenter())
  }
}
