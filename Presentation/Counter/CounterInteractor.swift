import Domain

struct CounterInteractor: Interactor {
  typealias Scene = CounterScene

  let context: SceneContext

  var ticks: AsyncStream<Void>? { context.watch?.changesElsewhere(tickingAtOnce: true) }

  /// Handles the changes at the front together in one transaction.
  func batchLength(of actions: ArraySlice<Scene.Action>) -> Int {
    countCommands(atFrontOf: actions).count
  }

  func handle(
    _ actions: ArraySlice<Scene.Action>, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    let commands = countCommands(atFrontOf: actions)
    guard commands.isEmpty else { return try await count(commands, in: state, respond: respond) }
    guard let action = actions.first else { return nil }
    return try await handle(action, in: state, respond: respond)
  }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    let (useCases, session) = (context.useCases, context.session)
    switch action {
    case .countPressed(let command):
      return try await count([command], in: state, respond: respond)
    case .amountEntered(let text):
      return try await count([.add(try WholeNumber.amount(text))], in: state, respond: respond)
    case .countEntered(let text):
      return try await count([.set(try WholeNumber.number(text))], in: state, respond: respond)
    case .renamed(let name):
      let counter = try await useCases.renameCounter(state.counter, to: name, in: session)
      respond(.refreshed(counter, bars: nil))
    case .targetEntered(let text):
      let target = text.isEmpty ? nil : try WholeNumber.number(text)
      respond(.targetSet(try await useCases.setTarget(target, of: state.counter, in: session)))
    case .ownerOnlyPressed:
      // The user may have lost the counter, or have another role now.
      try await useCases.counters.refreshed(state.counter, in: session).role.check(.manage)
    case .deletePressed:
      let members = try await useCases.members.memberCount(of: state.counter, in: session)
      respond(.deletionAsked(losing: members))
    case .deletionConfirmed(let name):
      try await useCases.deleteCounter(state.counter, confirmation: name, in: session)
      return .deleted(state.counter)
    case .historyPressed(let newest): return .history(state.counter, newest: newest, by: nil)
    case .chartPressed(let span): return .history(state.counter, newest: 0, by: span)
    case .membersPressed: return .members(state.counter)
    case .homePressed: return .home
    case .destinationChosen(let destination): return .destination(destination)
    case .chartRequested:
      let bars = try await useCases.chartCounts(of: state.counter, by: .day, in: session)
      respond(.refreshed(state.counter, bars: bars))
    case .changedElsewhere:
      do {
        let counter = try await useCases.counters.refreshed(state.counter, in: session)
        respond(.refreshed(counter, bars: await bars(of: state)))
      } catch .noSuchCounter {
        return .lost(state.counter)
      }
    }
    return nil
  }

  private func countCommands(atFrontOf actions: ArraySlice<Scene.Action>) -> [CountCommand] {
    var commands: [CountCommand] = []
    for action in actions.prefix(ChangeCount.largestBatch) {
      guard case .countPressed(let command) = action else { break }
      commands.append(command)
    }
    return commands
  }

  private func count(
    _ commands: [CountCommand], in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    let applied = try await context.useCases.changeCount(
      commands, to: state.counter, in: context.session)
    let bars = await bars(of: state)
    for (index, outcome) in applied.outcomes.enumerated() {
      respond(.counted(outcome, bars: index + 1 < applied.outcomes.count ? nil : bars))
    }
    if let refusal = applied.refusal { throw refusal }
    return nil
  }

  /// The bars after a change, if they are shown.
  private func bars(of state: Scene.State) async -> [ChartBar]? {
    guard state.chart != nil else { return nil }
    // The change succeeded, so an error here is not reported.
    return try? await context.useCases.chartCounts(
      of: state.counter, by: .day, in: context.session)
  }
}
