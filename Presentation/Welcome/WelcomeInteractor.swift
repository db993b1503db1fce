final class WelcomeInteractor: Interactor {
  typealias Scene = WelcomeScene

  private weak var routing: (any WelcomeRouting)?

  init(routing: (any WelcomeRouting)?) {
    self.routing = routing
  }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Never) -> Void
  ) async {
    switch action {
    case .logInPressed: await routing?.showLogin()
    case .signUpPressed: await routing?.showSignUp()
    }
  }
}
