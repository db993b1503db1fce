import Domain

/// The history of the open counter.
public enum HistoryScene: SceneDefinition {
  /// How many changes are shown by default.
  public static let usualLength = 20

  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// The counter as last read.
    public var counter: Counter
    /// The newest changes, oldest first.
    public var changes: [Change] = []
    /// How many changes were requested.
    public var newest = 0
    /// Whether others may count too, or look.
    public var isShared = false
    /// The sums of the last periods.
    public var chart: [ChartBar] = []
    /// How many sets and resets are not in the chart.
    public var setsAndResets: SetsAndResets?
    /// The requested kind of periods.
    public var span: Span?
    /// What was added by days, of all time; `nil` without both a chart and changes, since this reads
    /// the whole history.
    public var statistics: Statistics?
    /// How often the target was reached on the scene. A toolkit rings when this grows.
    public var targetsReached = 0
    public var location: String { "\(username.text)/\(counter.typedName)" }
    public var notice: String?
    public var alert: Alert?
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// Shows older changes too.
    case morePressed
    /// Shows the chart with a bar for each hour, day, week, month or year.
    case chartRequested(by: Span)
    /// Reverts the addition with a typed number, once per identifier.
    case entryReverted(String, id: Change.ID? = nil)
    /// Leaves the scene.
    case backPressed
    /// Others may have changed the counter.
    case changedElsewhere
  }

  /// The results of actions.
  public enum Response: Sendable {
    /// The newest changes, oldest first, how many were requested, and whether others see the counter.
    case changes([Change], newest: Int, isShared: Bool)
    /// The sum of each period, what is not in it, and beside changes statistics of all time.
    case chart([ChartBar], by: Span, SetsAndResets, Statistics?)
    /// The counter as it is now.
    case refreshed(Counter)
    /// An addition was reverted.
    case reverted(BatchResult.Outcome)
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// Back to the counter.
    case back(to: Counter)
    /// The counter was deleted elsewhere, or is no longer shared with the user.
    case lost(Counter)
  }

  public static func isByPerson(_ action: Action) -> Bool {
    if case .changedElsewhere = action { false } else { true }
  }

  public static var changedElsewhere: Action? { .changedElsewhere }

  /// The scene's choices.
  public enum Choice: SceneChoice {
    /// A chart with a bar for each hour, day, week, month or year.
    case bars
    /// Older changes too.
    case more
    /// Asks for the number of an addition to revert.
    case revert

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .bars: ("bars", "show the chart by hour, day, week, month or year")
      case .more: ("more", "show older changes too")
      case .revert: ("revert", "revert one of your additions, by its number")
      }
    }
  }
}

extension HistoryScene: ChoosingScene {
  /// A chart, where none was asked for yet.
  public static func requests(in state: State) -> [Action] {
    state.span == nil ? [.chartRequested(by: .day)] : []
  }

  public static func choices(in state: State) -> [Choice] { state.choices }

  public static func demand(of choice: Choice, in state: State, id: Change.ID?) -> Demand<Action> {
    switch choice {
    case .bars: return .nothing(.chartRequested(by: spans.next(after: state.span)))
    case .more: return .nothing(.morePressed)
    case .revert:
      return .answers(
        Inquiry(Question(.entry), [.entry]) { texts in
          .entryReverted(
            texts[0].split(whereSeparator: \.isWhitespace).joined(separator: " "), id: id)
        })
    }
  }

  /// The kinds of bars in the order in which a choice goes through them.
  private static let spans: [Span] = [.day, .week, .month, .year, .hour]
}

extension [Span] {
  fileprivate func next(after span: Span?) -> Span {
    let next = span.flatMap(firstIndex).map { index(after: $0) % count } ?? 0
    return self[next]
  }
}

extension HistoryScene.State {
  /// Whether to show authors: where there are members, or if others made changes.
  public var namesAuthors: Bool {
    isShared || changes.contains { $0.author != .account(username) }
  }

  /// The choices that the user's role allows.
  public var choices: [HistoryScene.Choice] {
    HistoryScene.Choice.allCases.filter { $0 != .revert || counter.role.allows(.count) }
  }
}

struct HistoryInteractor: Interactor {
  typealias Scene = HistoryScene

  let context: SceneContext

  var ticks: AsyncStream<Void>? { context.watch?.changesElsewhere(tickingAtOnce: true) }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    do throws(Refusal) {
      switch action {
      case .morePressed:
        let (newest, isTooMany) = state.newest.addingReportingOverflow(Scene.usualLength)
        respond(try await changes(of: state.counter, newest: isTooMany ? .max : newest))
      case .chartRequested(let span):
        respond(try await chart(of: state.counter, by: span, besideChanges: state.newest > 0))
      case .entryReverted(let number, let id):
        try await revert(try WholeNumber.entry(number), id: id, in: state, respond: respond)
      case .backPressed:
        return .back(to: state.counter)
      case .changedElsewhere:
        try await refresh(state, respond: respond)
      }
      return nil
    } catch .noSuchCounter {
      return .lost(state.counter)
    }
  }

  private func revert(
    _ number: Int64, id: Change.ID?, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) {
    let outcomes = try await context.count([.revert(number)], id: id, on: state.counter).get()
    // The change succeeded, so an error here is not reported.
    try? await refresh(state, respond: respond)
    for outcome in outcomes { respond(.reverted(outcome)) }
  }

  func changes(of counter: Counter, newest: Int) async throws(Refusal) -> Scene.Response {
    let changes = try await context.useCases.counters.history(
      of: counter, newest: newest, in: context.session)
    let isShared = try await context.useCases.isShared(counter, in: context.session)
    return .changes(changes, newest: newest, isShared: isShared)
  }

  func chart(of counter: Counter, by span: Span, besideChanges: Bool) async throws(Refusal)
    -> Scene.Response
  {
    let useCases = context.useCases
    let bars = try await useCases.chartCounts(of: counter, by: span, in: context.session)
    let statistics =
      besideChanges ? try await useCases.statistics(of: counter, in: context.session) : nil
    let others = try await useCases.setsAndResets(
      of: counter, since: bars.first?.start ?? useCases.now, in: context.session)
    return .chart(bars, by: span, others, statistics)
  }

  private func refresh(
    _ state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) {
    let counter = try await context.useCases.counters.refreshed(state.counter, in: context.session)
    respond(.refreshed(counter))
    if state.newest > 0 { respond(try await changes(of: counter, newest: state.newest)) }
    if let span = state.span {
      respond(try await chart(of: counter, by: span, besideChanges: state.newest > 0))
    }
  }
}

struct HistoryPresenter: Presenter {
  typealias Scene = HistoryScene

  let calendar: any LocalCalendar

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .changes(let changes, let newest, let isShared):
      (next.newest, next.changes, next.isShared) = (newest, changes, isShared)
    case .chart(let bars, let span, let others, let statistics):
      next.span = span
      next.setsAndResets = others
      next.statistics = statistics
      next.chart = bars
    case .refreshed(let counter):
      next.counter = counter
    case .reverted(let outcome):
      next.notice = outcome.notice(in: calendar)
      next.targetsReached += outcome.targetEvent?.isArrival == true ? 1 : 0
    }
    return next
  }
}

/// The configurator, which wires the scene.
@MainActor
extension HistoryScene {
  /// Loads the first state: the newest changes (0 or more), and with `span` a bar for each hour,
  /// day, week, month or year.
  ///
  /// - Throws: the refusals of the repository.
  public static func load(
    _ counter: Counter, newest: Int, by span: Span?, in context: SceneContext
  ) async throws(Refusal) -> HistoryScene.State {
    let interactor = HistoryInteractor(context: context)
    let presenter = HistoryPresenter(calendar: context.useCases.calendar)
    var state = HistoryScene.State(username: context.session.user.username, counter: counter)
    if newest > 0 {
      let changes = try await interactor.changes(of: counter, newest: newest)
      state = presenter.present(changes, after: state)
    }
    if let span {
      let chart = try await interactor.chart(of: counter, by: span, besideChanges: newest > 0)
      state = presenter.present(chart, after: state)
    }
    return state
  }

  /// Creates the scene of a counter.
  public static func viewModel(
    _ state: HistoryScene.State, in context: SceneContext
  ) -> SceneViewModel<HistoryScene> {
    SceneViewModel(
      state: state, interactor: HistoryInteractor(context: context),
      presenter: HistoryPresenter(calendar: context.useCases.calendar))
  }
}

extension HistoryScene.State {
  /// The state before anything was read.
  package init(username: Username, of counter: Counter) {
    self.init(username: username, counter: counter)
  }
}
