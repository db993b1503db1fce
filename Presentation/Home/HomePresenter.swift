import Domain

struct HomePresenter: Presenter {
  typealias Scene = HomeScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .listed(let counters):
      next.counters = counters
    case .counted(let outcome, let counter):
      if let row = next.counters.firstIndex(where: { $0.id == counter.id }) {
        next.counters[row] = counter
      }
      next.notice = outcome.event.notice
    }
    return next
  }
}
