struct TotalPresenter: Presenter {
  typealias Scene = TotalScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .added(let total): next.total = total
    }
    return next
  }
}
