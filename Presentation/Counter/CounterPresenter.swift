import Domain

struct CounterPresenter: Presenter {
  typealias Scene = CounterScene

  let days: any Days

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .counted(let outcome, let bars):
      next.counter.count = outcome.count
      next.isStarted = true
      next.notice = outcome.event.notice
      next.chart = bars.map(chart) ?? state.chart
    case .chart(let bars):
      next.chart = chart(bars)
    case .renamed(let counter):
      next.counter = counter
    case .refused(let refusal):
      next = next.refused(refusal)
    }
    return next
  }

  private func chart(_ bars: [ChartBar]) -> BarChart {
    BarChart(bars, by: .day, in: days)
  }
}
