import Domain

struct HomePresenter: Presenter {
  typealias Scene = HomeScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .listed(let counters):
      next.take(counters)
    case .marked(let id):
      if next.counters.contains(where: { $0.id == id }) { next.marked = id }
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

extension HomeScene.State {
  /// Takes the counters as they are now. Nothing takes the place of an open or marked counter that
  /// went away: the alert names it.
  fileprivate mutating func take(_ now: [CounterSummary]) {
    let open = counters.first { $0.counter.typedName == openCounter }
    let mark = counters.first { $0.id == marked }
    counters = now
    if let open {
      openCounter = now.first { $0.id == open.id }?.counter.typedName
      if openCounter == nil { lose(open.counter) }
    }
    if let mark, !now.contains(where: { $0.id == mark.id }) {
      marked = nil
      lose(mark.counter)
    }
  }

  private mutating func lose(_ counter: Counter) {
    alert = Alert(.noSuchCounter(named: counter.typedName, near: nil))
  }
}
