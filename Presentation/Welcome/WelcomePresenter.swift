struct WelcomePresenter: Presenter {
  typealias Scene = WelcomeScene

  func present(_ response: Never, after state: Scene.State) -> Scene.State {}
}
