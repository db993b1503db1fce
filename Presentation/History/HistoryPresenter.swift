import Domain

struct HistoryPresenter: Presenter {
  typealias Scene = HistoryScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .changes(let changes, let newest):
      next.newest = newest
      next.changes = changes
    case .chart(let bars, let span):
      next.span = span
      next.chart = bars
    case .refreshed(let counter):
      next.name = counter.typedName
    }
    return next
  }
}
