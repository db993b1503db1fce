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
    defer { password.wipe() }
    do {
      let new = try await logIn(username: state.username.text, password: password.secret)
      await routing?.showLoggedIn(new.session)
    } catch {
      respond(.refused(error))
    }
  }
}
