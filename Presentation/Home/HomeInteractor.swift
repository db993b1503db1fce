import Domain

struct HomeInteractor: Interactor {
  typealias Scene = HomeScene

  let context: SceneContext

  var ticks: AsyncStream<Void>? { context.watch?.changesElsewhere(tickingAtOnce: false) }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    let (useCases, session) = (context.useCases, context.session)
    switch action {
    case .counterChosen(let name):
      return .opened(try await useCases.openCounter(named: name, in: session))
    case .newCounterNamed(let name):
      return .opened(try await useCases.createCounter(named: name, in: session))
    case .destinationChosen(let destination):
      return .destination(destination)
    case .backPressed:
      if let name = state.openCounter { return .back(toCounterNamed: name) }
      respond(.listed(try await useCases.counters.counters(in: session)))
      throw .noCounterOpen
    case .changedElsewhere:
      respond(.listed(try await useCases.counters.counters(in: session)))
    }
    return nil
  }
}
