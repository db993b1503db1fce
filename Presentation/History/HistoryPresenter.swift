import Domain

struct HistoryPresenter: Presenter {
  typealias Scene = HistoryScene

  let days: any Days

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .changes(let changes):
      next.changes.rows = changes.map {
        [days.civilTime(at: $0.time).secondText, $0.event.words, String($0.count)]
      }
    case .chart(let bars, let span):
      next.chart.bars = bars.map {
        BarChart.Bar(label: label(of: $0.start, by: span), value: $0.sum)
      }
    case .refused(let refusal):
      next = next.refused(refusal)
    }
    return next
  }

  private func label(of start: Timestamp, by span: Span) -> String {
    let time = days.civilTime(at: start)
    return span == .hour ? time.minuteText : time.dayText
  }
}
