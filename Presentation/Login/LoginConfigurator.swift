import Domain

/// Wires `LoginScene`.
@MainActor
public enum LoginConfigurator {
  /// Creates the scene, by default with an empty form.
  public static func viewModel(
    _ state: LoginScene.State? = nil, logIn: LogIn, place: String
  ) -> SceneViewModel<LoginScene> {
    SceneViewModel(
      state: state ?? LoginScene.State(), interactor: LoginInteractor(logIn: logIn, place: place),
      presenter: LoginPresenter())
  }
}
