import Domain

final class HistoryInteractor: Interactor {
  typealias Scene = HistoryScene

  private let counter: Counter
  private let session: Session
  private let counters: any CounterRepository
  private let chartCounts: ChartCounts
  private let watch: (any StoreWatch)?
  private weak var routing: (any HistoryRouting)?

  init(
    counter: Counter, session: Session, useCases: UseCases, watch: (any StoreWatch)?,
    routing: any HistoryRouting
  ) {
    self.counter = counter
    self.watch = watch
    self.session = session
    counters = useCases.counters
    chartCounts = useCases.chartCounts
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
        respond(.chart(try await chartCounts(of: counter, by: span, in: session), by: span))
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
    .changes(try await counters.history(of: counter, newest: newest, in: session), newest: newest)
  }

  private func refresh(_ state: Scene.State, respond: (Scene.Response) -> Void) async {
    do {
      respond(.refreshed(try await counters.refreshed(counter, in: session)))
      if state.newest > 0 { respond(try await changes(newest: state.newest)) }
      guard let span = state.span else { return }
      respond(.chart(try await chartCounts(of: counter, by: span, in: session), by: span))
    } catch .noSuchCounter {
      await routing?.showHome(afterLosing: counter)
    } catch {
      await answerUnasked(error, routing: routing)
    }
  }
}
