import Domain

struct HomePresenter: Presenter {
  typealias Scene = HomeScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .listed(let counters):
      next.counters = counters
    case .counted(let outcome, let summary, let reachesTarget):
      if let row = next.counters.firstIndex(where: { $0.id == summary.id }) {
        next.counters[row] = summary
      }
      let last = BatchResult.Outcome(
        event: outcome.event, count: outcome.count, reachesTarget: reachesTarget)
      next.notice = last.notice
      next.targetsReached += reachesTarget ? 1 : 0
    }
    return next
  }
}
