import Domain

/// Wires `SignUpScene`.
@MainActor
public enum SignUpConfigurator {
  /// The scene with an empty form.
  public static func viewModel(signUp: SignUp, routing: any SignUpRouting) -> SceneViewModel<
    SignUpScene
  > {
    SceneViewModel(
      state: SignUpScene.State(),
      interactor: SignUpInteractor(signUp: signUp, routing: routing),
      presenter: SignUpPresenter())
  }
}
