import Domain

final class HistoryInteractor: Interactor {
  typealias Scene = HistoryScene

  private let counter: Counter
  private let session: Session
  private let useCases: UseCases
  private let watch: (any StoreWatch)?
  private weak var routing: (any HistoryRouting)?

  init(
    counter: Counter, session: Session, useCases: UseCases, watch: (any StoreWatch)?,
    routing: any HistoryRouting
  ) {
    self.counter = counter
    self.session = session
    self.useCases = useCases
    self.watch = watch
    self.routing = routing
  }

  var ticks: AsyncStream<Void>? { watch?.changesElsewhere(tickingAtOnce: false) }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async {
    do {
      switch action {
      case .changesRequested(let newest):
        respond(try await changes(newest: newest))
      case .morePressed:
        let (newest, isTooMany) = state.newest.addingReportingOverflow(Scene.usualLength)
        respond(try await changes(newest: isTooMany ? .max : newest))
      case .chartRequested(let span):
        respond(try await chart(by: span))
      case .backPressed:
        await routing?.showOpenCounter()
      case .changedElsewhere:
        await refresh(state, respond: respond)
      }
    } catch {
      await answer(error, routing: routing) { respond(.refused($0)) }
    }
  }

  private func changes(newest: Int) async throws(Refusal) -> Scene.Response {
    let changes = try await useCases.counters.history(of: counter, newest: newest, in: session)
    return .changes(changes, newest: newest)
  }

  private func chart(by span: Span) async throws(Refusal) -> Scene.Response {
    .chart(try await useCases.chartCounts(of: counter, by: span, in: session), by: span)
  }

  private func refresh(_ state: Scene.State, respond: (Scene.Response) -> Void) async {
    do {
      respond(.refreshed(try await useCases.counters.refreshed(counter, in: session)))
      if state.newest > 0 { respond(try await changes(newest: state.newest)) }
      guard let span = state.span else { return }
      respond(try await chart(by: span))
    } catch .noSuchCounter {
      await routing?.showHome(afterLosing: counter)
    } catch {
      await answerUnasked(error, routing: routing)
    }
  }
}
