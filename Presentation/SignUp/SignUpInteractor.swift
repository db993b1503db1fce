import Domain

final class SignUpInteractor: Interactor {
  typealias Scene = SignUpScene

  private let signUp: SignUp
  private weak var routing: (any SignUpRouting)?
  private let password = SecretHolder()
  private let repetition = SecretHolder()

  init(signUp: SignUp, routing: any SignUpRouting) {
    self.signUp = signUp
    self.routing = routing
  }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async {
    switch action {
    case .usernameChanged(let text):
      respond(.usernameChanged(text))
    case .passwordChanged(let secret):
      respond(.passwordChanged(length: password.hold(secret)))
    case .repetitionChanged(let secret):
      respond(.repetitionChanged(length: repetition.hold(secret)))
    case .signUpPressed:
      await submit(state, respond: respond)
    case .cancelPressed:
      wipe()
      await routing?.showWelcome()
    }
  }

  private func submit(_ state: Scene.State, respond: (Scene.Response) -> Void) async {
    do {
      await routing?.showLoggedIn(try await session(of: state.username.text))
    } catch {
      respond(.refused(error))
    }
  }

  private func session(of username: String) async throws(Refusal) -> Session {
    // Not later: the next scene is read from the store before it is shown.
    defer { wipe() }
    return try await signUp(
      username: username, password: password.secret, repetition: repetition.secret
    ).session
  }

  private func wipe() {
    password.wipe()
    repetition.wipe()
  }
}
