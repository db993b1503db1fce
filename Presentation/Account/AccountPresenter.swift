import Domain

struct AccountPresenter: Presenter {
  typealias Scene = AccountScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .listed(let sessions):
      next.otherSessions = sessions
    case .passwordChanged(let length):
      next.password.length = length
    case .newPasswordChanged(let length):
      next.newPassword.length = length
    case .repetitionChanged(let length):
      next.repetition.length = length
    case .passwordReplaced:
      next = withEmptyForm(next)
      // A new password ends all other sessions.
      next.otherSessions = []
      next.notice = AccountWords.passwordChanged
    case .deletionAsked(let members):
      next.notice = AccountWords.losing(members)
    }
    return next
  }

  /// Clears the password fields.
  func refused(_ refusal: Refusal, after state: Scene.State) -> Scene.State {
    withEmptyForm(state).refused(refusal)
  }

  private func withEmptyForm(_ state: Scene.State) -> Scene.State {
    var next = state
    next.password.length = 0
    next.newPassword.length = 0
    next.repetition.length = 0
    return next
  }
}
