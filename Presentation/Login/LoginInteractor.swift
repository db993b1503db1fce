import Domain

struct LoginInteractor: Interactor {
  typealias Scene = LoginScene

  let logIn: LogIn
  let device: Device
  private let password = SecretHolder()

  init(logIn: LogIn, device: Device) {
    self.logIn = logIn
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
    case .logInPressed:
      // Wiped before the scene is left, because loading the next one takes time.
      defer { password.wipe() }
      return .loggedIn(
        try await logIn(username: state.username.text, password: password.secret, on: device))
    case .cancelPressed:
      password.wipe()
      return .cancelled
    }
    return nil
  }
}
