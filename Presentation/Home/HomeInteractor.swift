import Domain

final class HomeInteractor: Interactor {
  typealias Scene = HomeScene

  private let session: Session
  private let useCases: UseCases
  private let watch: (any StoreWatch)?
  private weak var routing: (any HomeRouting)?

  init(
    session: Session, useCases: UseCases, watch: (any StoreWatch)?, routing: any HomeRouting
  ) {
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
      case .appeared, .listRequested:
        respond(.listed(try await useCases.counters.counters(in: session)))
      case .counterChosen(let name):
        await routing?.showCounter(try await useCases.openCounter(named: name, in: session))
      case .newCounterNamed(let name):
        await routing?.showCounter(try await useCases.createCounter(named: name, in: session))
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
      respond(.listed(try await useCases.counters.counters(in: session)))
    } catch {
      await answerUnasked(error, routing: routing)
    }
  }
}
