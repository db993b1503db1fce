struct CounterPresenter: Presenter {
  typealias Scene = CounterScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .counted(let outcome):
      next.counter.count = outcome.count
      next.isStarted = true
      next.notice = outcome.event.notice
    case .renamed(let counter):
      next.counter = counter
    case .refused(let refusal):
      next = next.refused(refusal)
    }
    return next
  }
}
