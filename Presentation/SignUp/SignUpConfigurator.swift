import Domain

/// Wires `SignUpScene`.
@MainActor
public enum SignUpConfigurator {
  /// Creates the scene, by default with an empty form.
  public static func viewModel(
    _ state: SignUpScene.State? = nil, signUp: SignUp, place: String
  ) -> SceneViewModel<SignUpScene> {
    SceneViewModel(
      state: state ?? SignUpScene.State(),
      interactor: SignUpInteractor(signUp: signUp, place: place),
      presenter: SignUpPresenter())
  }
}
