import Domain

struct SignUpInteractor: Interactor {
  typealias Scene = SignUpScene

  let signUp: SignUp
  let device: Device
  private let password = SecretHolder()
  private let repetition = SecretHolder()

  init(signUp: SignUp, device: Device) {
    self.signUp = signUp
    self.device = device
  }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    switch action {
    case .usernameChanged(let text):
      respond(.usernameChanged(text))
    case .passwordChanged(let secret):
      respond(.passwordChanged(length: password.hold(secret)))
    case .repetitionChanged(let secret):
      respond(.repetitionChanged(length: repetition.hold(secret)))
    case .signUpPressed:
      // Wiped before the scene is left, because loading the next one takes time.
      defer { wipe() }
      return .signedUp(
        try await signUp(
          username: state.username.text, password: password.secret, repetition: repetition.secret,
          on: device))
    case .cancelPressed:
      wipe()
      return .cancelled
    }
    return nil
  }

  private func wipe() {
    password.wipe()
    repetition.wipe()
  }
}
