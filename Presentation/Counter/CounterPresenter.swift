import Domain

struct CounterPresenter: Presenter {
  typealias Scene = CounterScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .counted(let outcome, let bars):
      next.counter.count = outcome.count
      next.isStarted = true
      next.notice = outcome.event.notice
      next.chart = bars ?? state.chart
    case .refreshed(let counter, let bars):
      next.counter = counter
      next.isStarted = state.isStarted || counter.changedAt != nil
      next.chart = bars ?? state.chart
    }
    return next
  }
}
