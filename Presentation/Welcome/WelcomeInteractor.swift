struct WelcomeInteractor: Interactor {
  typealias Scene = WelcomeScene

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Never) -> Void
  ) async -> Scene.Exit? {
    switch action {
    case .logInPressed: .logIn
    case .signUpPressed: .signUp
    }
  }
}
