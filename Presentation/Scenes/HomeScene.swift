import Domain

/// The user's own counters, and those shared with them.
public enum HomeScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// The name of the open counter, to go back to; `nil` if none is open.
    public var openCounter: String?
    /// Own counters by name, then shared ones by owner and name, each with today's sum.
    public var counters: [CounterSummary] = []
    /// The counter that keys count on: the open one, until the user marks another; `nil` if none is
    /// marked. A marked counter that goes away leaves no mark.
    public var marked: Counter.ID?
    /// How often a target was reached on the scene. A toolkit rings when this grows.
    public var targetsReached = 0
    public var notice: String?
    public var alert: Alert?
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// Marks a listed counter.
    case marked(Counter.ID)
    /// Opens a counter by its name.
    case counterChosen(named: String)
    /// Opens a listed counter, whatever its name is by now; `nil` if none is marked.
    case counterOpened(Counter?)
    /// Changes the count of a listed counter; waiting actions on the same counter are done
    /// together. An action with an identifier is done once, and by itself. Without a counter
    /// (`nil` if none is marked) it is refused.
    case countPressed(CountCommand, on: Counter?, id: Change.ID? = nil)
    /// Creates a counter.
    case newCounterNamed(String)
    /// Opens another destination.
    case destinationChosen(Destination)
    /// Leaves the scene.
    case backPressed
    /// Others may have changed the counters.
    case changedElsewhere
  }

  /// The results of actions.
  public enum Response: Sendable {
    /// The counters as they are now.
    case listed([CounterSummary])
    /// The user marked a counter.
    case marked(Counter.ID)
    /// The outcome of the last change, the counter after it, and whether any of the changes reached
    /// the target.
    case counted(BatchResult.Outcome, CounterSummary, Target.Event?)
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// To a counter that was opened or created.
    case opened(Counter)
    /// Back to the previously open counter.
    case back(toCounterNamed: String)
    /// To another destination.
    case destination(Destination)
  }

  public static func isByPerson(_ action: Action) -> Bool {
    if case .changedElsewhere = action { false } else { true }
  }

  public static var changedElsewhere: Action? { .changedElsewhere }

  /// The scene's choices.
  public enum Choice: SceneChoice {
    /// Adds 1 to the marked counter.
    case add
    /// Subtracts 1 from the marked counter.
    case subtract
    /// Undoes the last change of the marked counter.
    case undo
    /// Asks for the name of a new counter.
    case new
    /// Searches the names while typing.
    case search

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .add: (CounterScene.Choice.add.label, "add 1 to the marked counter")
      case .subtract: (CounterScene.Choice.subtract.label, "subtract 1 from the marked counter")
      case .undo: (CounterScene.Choice.undo.label, "undo the last change of the marked counter")
      case .new: ("new", "make a counter and open it")
      case .search: ("search", "search in the names of your counters")
      }
    }
  }
}

extension HomeScene: ChoosingScene {
  /// What a choice demands. The answer to a search opens the counter with that name; where the found
  /// ones are listed meanwhile (`CounterSearch`), the marked one is opened by its identifier.
  public static func demand(of choice: Choice, in state: State, id: Change.ID?) -> Demand<Action> {
    let marked = state.counters.first { $0.id == state.marked }?.counter
    switch choice {
    case .add: return .nothing(.countPressed(.add(1), on: marked, id: id))
    case .subtract: return .nothing(.countPressed(.add(-1), on: marked, id: id))
    case .undo: return .nothing(.countPressed(.undo, on: marked, id: id))
    case .new:
      return .answers(
        Inquiry(Question(.newCounter), [.newCounter]) { .newCounterNamed($0[0]) })
    case .search:
      return .answers(Inquiry(Question(.search), [.search]) { .counterChosen(named: $0[0]) })
    }
  }
}

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
        try await listingAfterLoss(state, respond) { () async throws(Refusal) in
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
      respond(try await list(after: state))
      throw .noCounterOpen
    case .changedElsewhere:
      respond(try await list(after: state))
    }
    return nil
  }

  private func list(after state: Scene.State) async throws(Refusal) -> Scene.Response {
    .listed(
      try await context.useCases.summarizeCounters(keeping: state.kept, in: context.session))
  }

  /// Reads the list again when the counter has gone away.
  private func listingAfterLoss<Result: Sendable>(
    _ state: Scene.State, _ respond: (Scene.Response) -> Void,
    _ body: () async throws(Refusal) -> Result
  ) async throws(Refusal) -> Result {
    do {
      return try await body()
    } catch .noSuchCounter(let name, let near) {
      respond(try await list(after: state))
      throw .noSuchCounter(named: name, near: near)
    }
  }

  private func run(atFrontOf actions: ArraySlice<Scene.Action>) -> (
    commands: [CountCommand], counter: Counter
  )? {
    guard case .countPressed(_, let counter?, id: nil) = actions.first else { return nil }
    var commands: [CountCommand] = []
    for action in actions.prefix(CountCommand.largestBatch) {
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
    let applied = try await listingAfterLoss(state, respond) { () async throws(Refusal) in
      try await context.count(commands, id: id, on: counter)
    }
    if let outcome = applied.outcomes.last {
      let events = applied.outcomes.compactMap(\.targetEvent)
      let event = events.first(where: \.isArrival) ?? outcome.targetEvent
      respond(.counted(outcome, await summary(of: counter, after: outcome, in: state), event))
    }
    if let refusal = applied.refusal { throw refusal }
  }

  /// The counter as it is after a change.
  private func summary(
    of counter: Counter, after outcome: BatchResult.Outcome, in state: Scene.State
  ) async -> CounterSummary {
    var counted = counter
    counted.take(outcome)
    let before = state.counters.first { $0.id == counter.id }
    let (useCases, session) = (context.useCases, context.session)
    // The change succeeded, so an error here is not reported.
    let refreshed = try? await useCases.counters.refreshed(counted, in: session)
    let today = try? await useCases.chartCounts(of: counter, by: .day, last: 1, in: session)
    return CounterSummary(
      counter: refreshed ?? counted, change: today.map { $0.last?.sum } ?? before?.change)
  }
}

struct HomePresenter: Presenter {
  typealias Scene = HomeScene

  let calendar: any LocalCalendar

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .listed(let counters):
      next.take(counters)
    case .marked(let id):
      if next.counters.contains(where: { $0.id == id }) { next.marked = id }
    case .counted(let outcome, let summary, let targetEvent):
      if let row = next.counters.firstIndex(where: { $0.id == summary.id }) {
        next.counters[row] = summary
      }
      let last = BatchResult.Outcome(
        event: outcome.event, count: outcome.count, targetEvent: targetEvent)
      next.notice = last.notice(in: calendar)
      next.targetsReached += targetEvent?.isArrival == true ? 1 : 0
    }
    return next
  }
}

extension HomeScene.State {
  /// What stays in the list even when it was archived: the open and the marked counter.
  fileprivate var kept: Set<Counter.ID> {
    Set(counters.filter { $0.id == marked || $0.counter.typedName == openCounter }.map(\.id))
  }

  /// Takes the counters as they are now. Nothing takes the place of an open or marked counter that
  /// went away: the alert names it.
  fileprivate mutating func take(_ now: [CounterSummary]) {
    let open = counters.first { $0.counter.typedName == openCounter }
    let mark = counters.first { $0.id == marked }
    counters = now
    if let open {
      openCounter = now.first { $0.id == open.id }?.counter.typedName
      if openCounter == nil { lose(open.counter) }
    }
    if let mark, !now.contains(where: { $0.id == mark.id }) {
      marked = nil
      lose(mark.counter)
    }
  }

  private mutating func lose(_ counter: Counter) {
    alert = Alert(.noSuchCounter(named: counter.typedName, near: nil))
  }
}

/// The configurator, which wires the scene.
@MainActor
extension HomeScene {
  /// Loads the first state; `openCounter` is marked, and going back leads to it, if it still exists.
  ///
  /// - Throws: the refusals of the repository.
  public static func load(
    openCounter: Counter?, in context: SceneContext
  ) async throws(Refusal) -> HomeScene.State {
    let counters = try await context.useCases.summarizeCounters(
      keeping: Set([openCounter?.id].compactMap(\.self)), in: context.session)
    let open = counters.first { $0.id == openCounter?.id }
    return HomeScene.State(
      username: context.session.user.username, openCounter: open?.counter.typedName,
      counters: counters, marked: open?.id)
  }

  /// Creates the scene of the account's counters.
  public static func viewModel(
    _ state: HomeScene.State, in context: SceneContext
  ) -> SceneViewModel<HomeScene> {
    SceneViewModel(
      state: state, interactor: HomeInteractor(context: context),
      presenter: HomePresenter(calendar: context.useCases.calendar))
  }
}

extension HomeScene.State {
  /// The state without counters.
  package init(username: Username, openCounter: String?) {
    self.init(username: username, openCounter: openCounter, counters: [])
  }
}
