import Domain

struct HomePresenter: Presenter {
  typealias Scene = HomeScene

  let days: any Days

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .listed(let counters):
      next.counters = Table(listing: counters, in: days)
    }
    return next
  }
}
