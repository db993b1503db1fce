import Domain

/// Wires `SignUpScene`.
@MainActor
public enum SignUpConfigurator {
  /// Creates the scene, by default with an empty form.
  public static func viewModel(
    _ state: SignUpScene.State? = nil, signUp: SignUp, device: Device
  ) -> SceneViewModel<SignUpScene> {
    SceneViewModel(
      state: state ?? SignUpScene.State(),
      interactor: SignUpInteractor(signUp: signUp, device: device),
      presenter: SignUpPresenter())
  }
}
