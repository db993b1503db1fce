import Domain

struct SignUpPresenter: Presenter {
  typealias Scene = SignUpScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .usernameChanged(let text):
      next.username.text = text
    case .passwordChanged(let length):
      next.password.length = length
    case .repetitionChanged(let length):
      next.repetition.length = length
    }
    return next
  }

  /// Keeps the username and clears the passwords.
  func refused(_ refusal: Refusal, after state: Scene.State) -> Scene.State {
    var next = state.refused(refusal)
    next.password.length = 0
    next.repetition.length = 0
    return next
  }
}
