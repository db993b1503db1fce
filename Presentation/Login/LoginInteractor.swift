import Domain

final class LoginInteractor: Interactor {
  typealias Scene = LoginScene

  private let logIn: LogIn
  private weak var routing: (any LoginRouting)?
  private let password = SecretHolder()

  init(logIn: LogIn, routing: any LoginRouting) {
    self.logIn = logIn
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
    case .logInPressed:
      await submit(state, respond: respond)
    case .cancelPressed:
      password.wipe()
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
    defer { password.wipe() }
    return try await logIn(username: username, password: password.secret).session
  }
}
