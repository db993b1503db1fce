import Domain

struct AccountInteractor: Interactor {
  typealias Scene = AccountScene

  let context: SceneContext
  private let password = SecretHolder()
  private let newPassword = SecretHolder()
  private let repetition = SecretHolder()

  init(context: SceneContext) {
    self.context = context
  }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    do {
      switch action {
      case .passwordChanged(let secret):
        respond(.passwordChanged(length: password.hold(secret)))
      case .newPasswordChanged(let secret):
        respond(.newPasswordChanged(length: newPassword.hold(secret)))
      case .repetitionChanged(let secret):
        respond(.repetitionChanged(length: repetition.hold(secret)))
      case .changePasswordPressed:
        try await changePassword()
        respond(.passwordReplaced)
      case .deletePressed:
        let members = try await context.useCases.members.membersOfOwnCounters(in: context.session)
        respond(.deletionAsked(losing: members))
      case .deleteAccountPressed:
        try await deleteAccount()
        return .accountDeleted
      case .logOutPressed:
        try await context.useCases.logOut(context.session)
        return .loggedOut
      case .logOutEverywherePressed:
        try await context.useCases.logOut(context.session, everywhere: true)
        return .loggedOut
      case .backPressed:
        wipe()
        return .back
      }
      return nil
    } catch {
      // After a refusal the form is shown empty, so no password may stay in it.
      wipe()
      throw error
    }
  }

  private func changePassword() async throws(Refusal) {
    defer { wipe() }
    try await context.useCases.changePassword(
      from: password.secret, to: newPassword.secret, repetition: repetition.secret,
      in: context.session, on: context.device)
  }

  private func deleteAccount() async throws(Refusal) {
    defer { wipe() }
    try await context.useCases.deleteAccount(
      password: password.secret, in: context.session, on: context.device)
  }

  private func wipe() {
    password.wipe()
    newPassword.wipe()
    repetition.wipe()
  }
}
