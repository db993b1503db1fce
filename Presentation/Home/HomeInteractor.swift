import Domain

struct HomeInteractor: Interactor {
  typealias Scene = HomeScene

  let context: SceneContext

  var ticks: AsyncStream<Void>? { context.watch?.changesElsewhere(tickingAtOnce: true) }

  /// Handles the changes of one counter at the front together in one transaction.
  func batchLength(of actions: ArraySlice<Scene.Action>) -> Int {
    run(atFrontOf: actions)?.commands.count ?? 1
  }

  func handle(
    _ actions: ArraySlice<Scene.Action>, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    if let run = run(atFrontOf: actions) {
      try await count(run.commands, on: run.counter, in: state, respond: respond)
      return nil
    }
    guard let action = actions.first else { return nil }
    return try await handle(action, in: state, respond: respond)
  }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    let (useCases, session) = (context.useCases, context.session)
    switch action {
    case .marked(let id):
      respond(.marked(id))
    case .counterChosen(let name):
      return .opened(try await useCases.openCounter(named: name, in: session))
    case .counterOpened(let counter?):
      return .opened(
        try await listingAfterLoss(respond) { () async throws(Refusal) in
          try await useCases.openCounter(counter, in: session)
        })
    case .countPressed(let command, let counter?, let id):
      try await count([command], id: id, on: counter, in: state, respond: respond)
    case .counterOpened(nil), .countPressed(_, nil, _):
      throw .noCounterOpen
    case .newCounterNamed(let name):
      return .opened(try await useCases.createCounter(named: name, in: session))
    case .destinationChosen(let destination):
      return .destination(destination)
    case .backPressed:
      if let name = state.openCounter { return .back(toCounterNamed: name) }
      respond(try await list())
      throw .noCounterOpen
    case .changedElsewhere:
      respond(try await list())
    }
    return nil
  }

  private func list() async throws(Refusal) -> Scene.Response {
    .listed(try await context.useCases.summarizeCounters(in: context.session))
  }

  /// Reads the list again when the counter has gone away.
  private func listingAfterLoss<Result: Sendable>(
    _ respond: (Scene.Response) -> Void, _ body: () async throws(Refusal) -> Result
  ) async throws(Refusal) -> Result {
    do {
      return try await body()
    } catch .noSuchCounter(let name, let near) {
      respond(try await list())
      throw .noSuchCounter(named: name, near: near)
    }
  }

  private func run(atFrontOf actions: ArraySlice<Scene.Action>) -> (
    commands: [CountCommand], counter: Counter
  )? {
    guard case .countPressed(_, let counter?, id: nil) = actions.first else { return nil }
    var commands: [CountCommand] = []
    for action in actions.prefix(ChangeCount.largestBatch) {
      guard case .countPressed(let command, let other?, id: nil) = action, other.id == counter.id
      else {
        break
      }
      commands.append(command)
    }
    return (commands, counter)
  }

  /// Changes a counter, and reads only that counter again.
  private func count(
    _ commands: [CountCommand], id: Change.ID? = nil, on counter: Counter, in state: Scene.State,
    respond: (Scene.Response) -> Void
  ) async throws(Refusal) {
    let applied = try await listingAfterLoss(respond) { () async throws(Refusal) in
      try await context.count(commands, id: id, on: counter)
    }
    if let outcome = applied.outcomes.last {
      respond(
        .counted(
          outcome, await summary(of: counter, after: outcome, in: state),
          reachesTarget: applied.outcomes.contains(where: \.reachesTarget)))
    }
    if let refusal = applied.refusal { throw refusal }
  }

  /// The counter as it is after a change.
  private func summary(
    of counter: Counter, after outcome: BatchResult.Outcome, in state: Scene.State
  ) async -> CounterSummary {
    var counted = counter
    counted.count = outcome.count
    let before = state.counters.first { $0.id == counter.id }
    let (useCases, session) = (context.useCases, context.session)
    // The change succeeded, so an error here is not reported.
    let refreshed = try? await useCases.counters.refreshed(counted, in: session)
    let today = try? await useCases.chartCounts(of: counter, by: .day, last: 1, in: session)
    return CounterSummary(
      counter: refreshed ?? counted, change: today.map { $0.last?.sum } ?? before?.change)
  }
}
