import Domain

final class HomeInteractor: Interactor {
  typealias Scene = HomeScene

  private let session: Session
  private let counters: any CounterRepository
  private let openCounter: OpenCounter
  private let createCounter: CreateCounter
  private let watch: (any StoreWatch)?
  private weak var routing: (any HomeRouting)?

  init(
    session: Session, useCases: UseCases, watch: (any StoreWatch)?, routing: any HomeRouting
  ) {
    self.session = session
    self.watch = watch
    counters = useCases.counters
    openCounter = useCases.openCounter
    createCounter = useCases.createCounter
    self.routing = routing
  }

  var ticks: AsyncStream<Void>? { watch?.changesElsewhere(tickingAtOnce: false) }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async {
    do {
      switch action {
      case .appeared, .listRequested:
        respond(.listed(try await counters.counters(in: session)))
      case .counterChosen(let name):
        await routing?.showCounter(try await openCounter(named: name, in: session))
      case .newCounterNamed(let name):
        await routing?.showCounter(try await createCounter(named: name, in: session))
      case .destinationChosen(let destination):
        await routing?.go(to: destination)
      case .backPressed:
        await routing?.showOpenCounter()
      case .changedElsewhere:
        await refresh(respond: respond)
      }
    } catch {
      await answer(error, routing: routing) { respond(.refused($0)) }
    }
  }

  private func refresh(respond: (Scene.Response) -> Void) async {
    do {
      respond(.listed(try await counters.counters(in: session)))
    } catch {
      await answerUnasked(error, routing: routing)
    }
  }
}
