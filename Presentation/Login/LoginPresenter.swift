import Domain

struct LoginPresenter: Presenter {
  typealias Scene = LoginScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .usernameChanged(let text):
      next.username.text = text
    case .passwordChanged(let length):
      next.password.length = length
    }
    return next
  }

  /// Keeps the username and clears the password, which is typed again.
  func refused(_ refusal: Refusal, after state: Scene.State) -> Scene.State {
    Scene.State(username: state.username).refused(refusal)
  }
}
