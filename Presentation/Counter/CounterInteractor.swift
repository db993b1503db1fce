import Domain

final class CounterInteractor: Interactor {
  typealias Scene = CounterScene

  private let session: Session
  private let useCases: UseCases
  private let watch: (any StoreWatch)?
  private weak var routing: (any CounterRouting)?

  init(
    session: Session, useCases: UseCases, watch: (any StoreWatch)?, routing: any CounterRouting
  ) {
    self.session = session
    self.useCases = useCases
    self.watch = watch
    self.routing = routing
  }

  var ticks: AsyncStream<Void>? { watch?.changesElsewhere(tickingAtOnce: true) }

  /// Takes the changes at the front together, so that they share one transaction.
  func handle(
    _ actions: ArraySlice<Scene.Action>, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async -> Int {
    let commands = countCommands(atFrontOf: actions)
    guard commands.isEmpty else { return await count(commands, in: state, respond: respond) }
    if let action = actions.first { await handle(action, in: state, respond: respond) }
    return 1
  }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async {
    do {
      switch action {
      case .countPressed(let command):
        await count([command], in: state, respond: respond)
      case .amountEntered(let text):
        await count([.add(try WholeNumber.amount(text))], in: state, respond: respond)
      case .countEntered(let text):
        await count([.set(try WholeNumber.number(text))], in: state, respond: respond)
      case .renamed(let name):
        let counter = try await useCases.renameCounter(state.counter, to: name, in: session)
        respond(.refreshed(counter, bars: nil))
      case .deletionConfirmed(let name):
        try await useCases.deleteCounter(state.counter, confirmation: name, in: session)
        await routing?.showHome(afterDeleting: state.counter)
      case .historyPressed(let newest):
        await routing?.showHistory(of: state.counter, newest: newest)
      case .chartPressed(let span):
        await routing?.showChart(of: state.counter, by: span)
      case .homePressed: await routing?.showHome()
      case .destinationChosen(let destination): await routing?.go(to: destination)
      case .chartRequested:
        let bars = try await useCases.chartCounts(of: state.counter, by: .day, in: session)
        respond(.refreshed(state.counter, bars: bars))
      case .changedElsewhere:
        await refresh(state, respond: respond)
      }
    } catch {
      await answer(error, routing: routing) { respond(.refused($0)) }
    }
  }

  private func countCommands(atFrontOf actions: ArraySlice<Scene.Action>) -> [CountCommand] {
    var commands: [CountCommand] = []
    for action in actions.prefix(ChangeCount.largestBatch) {
      guard case .countPressed(let command) = action else { break }
      commands.append(command)
    }
    return commands
  }

  @discardableResult
  private func count(
    _ commands: [CountCommand], in state: Scene.State, respond: (Scene.Response) -> Void
  ) async -> Int {
    do {
      let applied = try await useCases.changeCount(commands, to: state.counter, in: session)
      let bars = await bars(of: state)
      for (index, outcome) in applied.outcomes.enumerated() {
        respond(.counted(outcome, bars: index + 1 < applied.outcomes.count ? nil : bars))
      }
      guard let refusal = applied.refusal else { return applied.outcomes.count }
      await answer(refusal, routing: routing) { respond(.refused($0)) }
      return applied.outcomes.count + 1
    } catch {
      await answer(error, routing: routing) { respond(.refused($0)) }
      // None of them was done, and none of the others would fare better: one answer for them all.
      return commands.count
    }
  }

  private func refresh(_ state: Scene.State, respond: (Scene.Response) -> Void) async {
    do {
      let counter = try await useCases.counters.refreshed(state.counter, in: session)
      respond(.refreshed(counter, bars: await bars(of: state)))
    } catch .noSuchCounter {
      await routing?.showHome(afterLosing: state.counter)
    } catch {
      await answerUnasked(error, routing: routing)
    }
  }

  /// The bars as they are after a change, where they are shown.
  private func bars(of state: Scene.State) async -> [ChartBar]? {
    guard state.chart != nil else { return nil }
    // The change is made, and its answer is no place for complaints about something else.
    return try? await useCases.chartCounts(of: state.counter, by: .day, in: session)
  }
}
