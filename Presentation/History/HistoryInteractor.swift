import Domain

struct HistoryInteractor: Interactor {
  typealias Scene = HistoryScene

  let counter: Counter
  let context: SceneContext

  var ticks: AsyncStream<Void>? { context.watch?.changesElsewhere(tickingAtOnce: true) }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    switch action {
    case .morePressed:
      let (newest, isTooMany) = state.newest.addingReportingOverflow(Scene.usualLength)
      respond(try await changes(newest: isTooMany ? .max : newest))
    case .chartRequested(let span):
      respond(try await chart(by: span))
    case .backPressed:
      return .back(to: counter)
    case .changedElsewhere:
      do {
        try await refresh(state, respond: respond)
      } catch .noSuchCounter {
        return .lost(counter)
      }
    }
    return nil
  }

  func changes(newest: Int) async throws(Refusal) -> Scene.Response {
    let changes = try await context.useCases.counters.history(
      of: counter, newest: newest, in: context.session)
    return .changes(changes, newest: newest)
  }

  func chart(by span: Span) async throws(Refusal) -> Scene.Response {
    let bars = try await context.useCases.chartCounts(of: counter, by: span, in: context.session)
    return .chart(bars, by: span)
  }

  private func refresh(
    _ state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) {
    let counters = context.useCases.counters
    respond(.refreshed(try await counters.refreshed(counter, in: context.session)))
    if state.newest > 0 { respond(try await changes(newest: state.newest)) }
    if let span = state.span { respond(try await chart(by: span)) }
  }
}
