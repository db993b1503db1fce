import Domain

struct HomePresenter: Presenter {
  typealias Scene = HomeScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .listed(let counters):
      next.counters = counters
    }
    return next
  }
}
