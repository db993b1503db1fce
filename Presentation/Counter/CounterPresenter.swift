import Domain

struct CounterPresenter: Presenter {
  typealias Scene = CounterScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .counted(let outcome, let recent):
      next.counter.count = outcome.count
      next.isStarted = true
      next.notice = outcome.notice
      next.targetsReached += outcome.reachesTarget ? 1 : 0
      next.show(recent)
    case .targetSet(let counter):
      next.counter = counter
      next.notice = CounterWords.targetSet(counter)
    case .deletionAsked(let members):
      next.notice = CounterWords.losing(members: members)
    case .refreshed(let counter, let recent):
      if counter.reachesTarget(after: state.counter) {
        next.notice = CounterWords.targetReached
        next.targetsReached += 1
      }
      next.counter = counter
      next.isStarted = state.isStarted || counter.changedAt != nil
      next.show(recent)
    }
    return next
  }
}

extension CounterScene.State {
  fileprivate mutating func show(_ recent: RecentChanges?) {
    guard let recent else { return }
    (chart, newest, version) = (recent.bars, recent.newest, recent.version)
  }
}

extension Counter {
  /// Whether others moved the count from below the target to the target or beyond.
  fileprivate func reachesTarget(after before: Counter) -> Bool {
    guard let target, target == before.target else { return false }
    return before.count < target && count >= target
  }
}
