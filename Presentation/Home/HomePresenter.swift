import Domain

struct HomePresenter: Presenter {
  typealias Scene = HomeScene

  let days: any Days

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .listed(let counters):
      next.names = counters.map(\.name.text)
      next.counters.rows = counters.map { counter in
        let changed = counter.changedAt.map { days.civilTime(at: $0).minuteText }
        return [counter.name.text, String(counter.count), changed ?? "never"]
      }
    case .refused(let refusal):
      next = next.refused(refusal)
    }
    return next
  }
}
