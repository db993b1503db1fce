import Domain

final class AccountInteractor: Interactor {
  typealias Scene = AccountScene

  private let session: Session
  private let useCases: UseCases
  private weak var routing: (any AccountRouting)?
  private let password = SecretHolder()
  private let newPassword = SecretHolder()
  private let repetition = SecretHolder()

  init(session: Session, useCases: UseCases, routing: any AccountRouting) {
    self.session = session
    self.useCases = useCases
    self.routing = routing
  }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async {
    do {
      switch action {
      case .appeared:
        respond(.listed(try await useCases.sessions.otherSessions(than: session)))
      case .passwordChanged(let secret):
        respond(.passwordChanged(length: password.hold(secret)))
      case .newPasswordChanged(let secret):
        respond(.newPasswordChanged(length: newPassword.hold(secret)))
      case .repetitionChanged(let secret):
        respond(.repetitionChanged(length: repetition.hold(secret)))
      case .changePasswordPressed:
        try await changePassword()
        respond(.passwordReplaced)
      case .deleteAccountPressed:
        try await deleteAccount()
        await routing?.showAccountDeleted()
      case .logOutPressed:
        try await useCases.logOut(session)
        await routing?.showLoggedOut()
      case .logOutEverywherePressed:
        try await useCases.logOut(session, everywhere: true)
        await routing?.showLoggedOut()
      case .backPressed:
        wipe()
        await routing?.showHome()
      }
    } catch {
      // A refusal shows the form empty, so it has to be: no password that nobody sees is used later.
      wipe()
      await answer(error, routing: routing) { respond(.refused($0)) }
    }
  }

  private func changePassword() async throws(Refusal) {
    defer { wipe() }
    try await useCases.changePassword(
      from: password.secret, to: newPassword.secret, repetition: repetition.secret, in: session)
  }

  private func deleteAccount() async throws(Refusal) {
    defer { wipe() }
    try await useCases.deleteAccount(password: password.secret, in: session)
  }

  private func wipe() {
    password.wipe()
    newPassword.wipe()
    repetition.wipe()
  }
}
