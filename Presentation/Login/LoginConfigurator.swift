import Domain

/// Wires `LoginScene`.
@MainActor
public enum LoginConfigurator {
  /// The scene with an empty form.
  public static func viewModel(logIn: LogIn, routing: any LoginRouting) -> SceneViewModel<
    LoginScene
  > {
    SceneViewModel(
      state: LoginScene.State(),
      interactor: LoginInteractor(logIn: logIn, routing: routing), presenter: LoginPresenter())
  }
}
