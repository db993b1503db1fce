import Domain

/// Wires `SignUpScene`.
@MainActor
public enum SignUpConfigurator {
  /// The scene, with an empty form unless told.
  public static func viewModel(
    _ state: SignUpScene.State? = nil, signUp: SignUp, place: String
  ) -> SceneViewModel<SignUpScene> {
    SceneViewModel(
      state: state ?? SignUpScene.State(),
      interactor: SignUpInteractor(signUp: signUp, place: place),
      presenter: SignUpPresenter())
  }
}
