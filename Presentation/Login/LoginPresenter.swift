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

  /// Clears both fields.
  func refused(_ refusal: Refusal, after state: Scene.State) -> Scene.State {
    Scene.State().refused(refusal)
  }
}
