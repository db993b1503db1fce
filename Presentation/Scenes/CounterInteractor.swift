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
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    try await handle([action], in: state, respond: respond)
  }

  func handle(
    _ actions: ArraySlice<Scene.Action>, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    do throws(Refusal) {
      let commands = countCommands(atFrontOf: actions)
      if commands.isEmpty, let action = actions.first {
        return try await carryOut(action, in: state, respond: respond)
      }
      try await count(commands, in: state, respond: respond)
      return nil
    } catch .noSuchCounter {
      return .lost(state.counter)
    }
  }

  private func carryOut(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    let (useCases, session) = (context.useCases, context.session)
    switch action {
    case .countPressed(let command, let id):
      try await count([command], id: id, in: state, respond: respond)
    case .amountEntered(let text, let time, let note, let id):
      let command = CountCommand.add(try WholeNumber.amount(text))
      try await count(
        [command], at: try await moment(time), id: id, note: try Note(note), in: state,
        respond: respond)
    case .countEntered(let text, let note, let id):
      try await count(
        [.set(try WholeNumber.count(text))], id: id, note: try Note(note), in: state,
        respond: respond)
    case .renamed(let name):
      let counter = try await useCases.renameCounter(state.counter, to: name, in: session)
      respond(.refreshed(counter, recent: nil))
    case .targetEntered(let text, let isLimit, let period):
      let present = state.counter.target.flatMap { $0.isLimit == isLimit ? nil : $0 }
      let target =
        text.isEmpty
        ? present
        : useCases.target(
          try WholeNumber.number(text), isLimit: isLimit,
          per: try Target.Period.span(typed: period))
      respond(.targetSet(try await useCases.setTarget(target, of: state.counter, in: session)))
    case .targetRemoved:
      respond(.targetSet(try await useCases.setTarget(nil, of: state.counter, in: session)))
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
      respond(.refreshed(state.counter, recent: try await context.recentChanges(of: state.counter)))
    case .changedElsewhere:
      let counter = try await useCases.counters.refreshed(state.counter, in: session)
      respond(.refreshed(counter, recent: await shownRecent(of: state)))
    }
    return nil
  }

  private func countCommands(atFrontOf actions: ArraySlice<Scene.Action>) -> [CountCommand] {
    var commands: [CountCommand] = []
    for action in actions.prefix(CountCommand.largestBatch) {
      guard case .countPressed(let command, id: nil) = action else { break }
      commands.append(command)
    }
    return commands
  }

  /// The moment of a typed time; `nil`, which means now, of a blank one.
  private func moment(_ text: String) async throws(Refusal) -> Timestamp? {
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    let session = context.session
    return try await context.useCases.moment(text) { () throws(Refusal) in session }
  }

  private func count(
    _ commands: [CountCommand], at time: Timestamp? = nil, id: Change.ID? = nil, note: Note? = nil,
    in state: Scene.State,
    respond: (Scene.Response) -> Void
  ) async throws(Refusal) {
    let applied = try await context.count(commands, at: time, id: id, note: note, on: state.counter)
    let recent = await shownRecent(of: state)
    for (index, outcome) in applied.outcomes.enumerated() {
      let isLast = index + 1 == applied.outcomes.count
      respond(.counted(outcome, on: applied.counter, recent: isLast ? recent : nil))
    }
    if let refusal = applied.refusal { throw refusal }
  }

  /// What happened last, after a change, if it is shown.
  private func shownRecent(of state: Scene.State) async -> RecentChanges? {
    guard state.chart != nil else { return nil }
    // The change succeeded, so an error here is not reported.
    return try? await context.recentChanges(of: state.counter)
  }
}

struct CounterPresenter: Presenter {
  typealias Scene = CounterScene

  let calendar: any LocalCalendar

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .counted(let outcome, let counter, let recent):
      // The owner may have set another target elsewhere.
      (next.counter.target, next.counter.added) = (counter.target, counter.added)
      next.counter.take(outcome)
      next.isStarted = true
      next.notice = outcome.notice(in: calendar)
      next.targetsReached += outcome.targetEvent?.isArrival == true ? 1 : 0
      next.show(recent)
    case .targetSet(let counter):
      next.counter = counter
      next.notice = CounterWords.targetSet(counter)
    case .deletionAsked(let members):
      next.notice = CounterWords.deletion(of: state.counter, members: members)
    case .refreshed(let counter, let recent):
      if let event = counter.targetEvent(after: state.counter) {
        next.notice = event.words
        next.targetsReached += event.isArrival ? 1 : 0
      } else if counter.count != state.counter.count, state.notice == state.counter.excess?.words {
        next.notice = nil
      }
      next.counter = counter
      next.isStarted = state.isStarted || counter.changedAt != nil
      next.show(recent)
    }
    return next
  }
}

extension SceneContext {
  /// The state of a counter that was just read, with what happened to it last.
  ///
  /// - Throws: the refusals of the repository.
  public func state(of counter: Counter) async throws(Refusal) -> CounterScene.State {
    var state = CounterScene.State(of: counter, username: session.user.username)
    state.show(try await recentChanges(of: counter))
    return state
  }
}

extension CounterScene.State {
  fileprivate mutating func show(_ recent: RecentChanges?) {
    guard let recent else { return }
    (chart, newest, version, parts) = (
      recent.bars, recent.newest, recent.version, recent.parts
    )
  }
}

extension Counter {
  /// What changes of others say about the target.
  fileprivate func targetEvent(after before: Counter) -> Target.Event? {
    target == before.target ? target?.event(from: before.reached, to: reached) : nil
  }

  /// What the last addition said, if it was one beyond the limit.
  fileprivate var excess: Target.Event? {
    target.flatMap { $0.event(from: $0.number, to: reached) }
  }
}

/// The configurator, which wires the scene.
@MainActor
extension CounterScene {
  /// Creates the scene of a loaded counter.
  public static func viewModel(
    _ state: CounterScene.State, in context: SceneContext
  ) -> SceneViewModel<CounterScene> {
    SceneViewModel(
      state: state, interactor: CounterInteractor(context: context),
      presenter: CounterPresenter(calendar: context.useCases.calendar))
  }
}
