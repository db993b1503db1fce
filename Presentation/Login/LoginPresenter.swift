struct LoginPresenter: Presenter {
  typealias Scene = LoginScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .usernameChanged(let text):
      next.username.text = text
    case .passwordChanged(let length):
      next.password.length = length
    case .refused(let refusal):
      next = Scene.State().refused(refusal)
    }
    return next
  }
}
