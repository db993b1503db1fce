import Domain

/// The open counter.
public enum CounterScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// The counter as last read.
    public var counter: Counter
    /// Whether it has a history.
    public var isStarted: Bool
    /// The sums of the last days; `nil` until they are requested.
    public var chart: [ChartBar]?
    /// The newest change; `nil` until the chart is requested, and before the first change.
    public var newest: Change?
    /// The number of the newest change, which grows with each; 0 until the chart is requested.
    public var version: Int64 = 0
    /// What the owner and each member added today; empty without members, and until the chart is
    /// requested.
    public var parts: [Part] = []
    /// The field to fill in before the counter is deleted.
    public let confirmation = Field.counterToDelete
    /// How often the target was reached on the scene. A toolkit rings when this grows.
    public var targetsReached = 0
    public var location: String { "\(username.text)/\(counter.typedName)" }
    public var notice: String?
    public var alert: Alert?
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// Changes the count; waiting actions of this kind are done together. An action with an
    /// identifier is done once, and by itself.
    case countPressed(CountCommand, id: Change.ID? = nil)
    /// Adds a typed number at a typed time, once per identifier. The time may be empty, which means
    /// now, and the note too.
    case amountEntered(String, at: String = "", note: String = "", id: Change.ID? = nil)
    /// Sets the count to a typed number, once per identifier. The note may be empty.
    case countEntered(String, note: String = "", id: Change.ID? = nil)
    /// Renames the counter.
    case renamed(to: String)
    /// Sets the target to a typed number to reach or not to exceed, in a typed period, which may be
    /// empty. An empty number removes a target of this kind; one of the other kind was not shown, and
    /// stays.
    case targetEntered(String, isLimit: Bool = false, per: String = "")
    /// Removes the target, of whichever kind.
    case targetRemoved
    /// Asks for the name before the counter is deleted.
    case deletePressed
    /// A member tried what only the owner may do.
    case ownerOnlyPressed
    /// Deletes the counter, with its name typed again.
    case deletionConfirmed(name: String)
    /// Shows this many of the newest changes.
    case historyPressed(newest: Int)
    /// Shows the chart with a bar for each hour, day, week, month or year.
    case chartPressed(by: Span)
    /// Opens the list of members.
    case membersPressed
    /// Opens the list of counters.
    case homePressed
    /// Opens another destination.
    case destinationChosen(Destination)
    /// Shows the chart and the newest change from now on.
    case chartRequested
    /// Others may have changed the counter.
    case changedElsewhere
  }

  /// The results of actions.
  public enum Response: Sendable {
    /// The count has changed. The counter is as the last result left it; `recent` is `nil` if it is
    /// hidden, or if more results follow.
    case counted(BatchResult.Outcome, on: Counter, recent: RecentChanges?)
    /// The counter as it is now, and what happened last if that is shown.
    case refreshed(Counter, recent: RecentChanges?)
    /// The counter after its target was set or removed.
    case targetSet(Counter)
    /// The name is needed to delete the counter. This many members would lose it.
    case deletionAsked(losing: Int)
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// To this many of the counter's newest changes (0 or more), and to its chart if `by` is given.
    case history(Counter, newest: Int, by: Span?)
    /// To the list of members.
    case members(Counter)
    /// To the list of counters.
    case home
    /// To another destination.
    case destination(Destination)
    /// The user deleted the counter.
    case deleted(Counter)
    /// The counter was deleted elsewhere, or is no longer shared with the user.
    case lost(Counter)
  }

  public static func isByPerson(_ action: Action) -> Bool {
    switch action {
    case .chartRequested, .changedElsewhere: false
    default: true
    }
  }

  public static var changedElsewhere: Action? { .changedElsewhere }

  /// The scene's choices.
  public enum Choice: SceneChoice {
    /// Adds 1.
    case add
    /// Subtracts 1.
    case subtract
    /// Undoes the last change.
    case undo
    /// Redoes the last undone change.
    case redo
    /// Asks for a number to add.
    case addSeveral
    /// Asks for a number to set the count to.
    case set
    /// Sets the count to 0.
    case reset
    /// Asks for a number to reach.
    case target
    /// Asks for a number not to exceed.
    case limit
    /// To the history and the chart.
    case history
    /// To the list of members.
    case members
    /// To the list of counters.
    case list
    /// Asks for a new name.
    case rename
    /// Deletes the counter after asking for its name.
    case delete

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .add: ("add", "add 1")
      case .subtract: ("subtract", "subtract 1")
      case .undo: ("undo", "undo the last change")
      case .redo: ("redo", "redo the last undo")
      case .addSeveral: ("add N", "add a number; a negative one is subtracted")
      case .set: ("set", "set the count to a number")
      case .reset: ("reset", "set the count to 0")
      case .target: ("target", "set or remove a number to reach")
      case .limit: ("limit", "set or remove a number not to exceed")
      case .history: ("history", "show the changes and a chart")
      case .members: ("members", "show who may count or view the counter")
      case .list: ("counters", "show your counters, open or make one")
      case .rename: ("rename", "rename the counter")
      case .delete: ("delete", "delete the counter")
      }
    }

    /// Whether texts are asked for.
    fileprivate var isQuestion: Bool {
      switch self {
      case .addSeveral, .set, .target, .limit, .rename, .delete: true
      case .add, .subtract, .undo, .redo, .reset, .history, .members, .list: false
      }
    }

    /// The right that the choice requires.
    var right: Role.Right {
      switch self {
      case .add, .subtract, .undo, .redo, .addSeveral: .count
      case .set, .reset, .target, .limit, .rename, .delete: .manage
      case .history, .members, .list: .see
      }
    }
  }
}

extension CounterScene: ChoosingScene {
  public static func requests(in state: State) -> [Action] { [.chartRequested] }

  public static func choices(in state: State) -> [Choice] { state.choices }

  /// What a choice demands. A question that the role does not allow is refused before it is asked.
  public static func demand(of choice: Choice, in state: State, id: Change.ID?) -> Demand<Action> {
    if choice.isQuestion, !state.choices.contains(choice) { return .nothing(.ownerOnlyPressed) }
    let name = state.counter.typedName
    switch choice {
    case .add: return .nothing(.countPressed(.add(1), id: id))
    case .subtract: return .nothing(.countPressed(.add(-1), id: id))
    case .undo: return .nothing(.countPressed(.undo, id: id))
    case .redo: return .nothing(.countPressed(.redo, id: id))
    case .reset: return .nothing(.countPressed(.reset, id: id))
    case .history: return .nothing(.historyPressed(newest: HistoryScene.usualLength))
    case .members: return .nothing(.membersPressed)
    case .list: return .nothing(.homePressed)
    case .addSeveral:
      return .answers(
        Inquiry(Question("Add to ", name), [.amount, .time, .note]) {
          .amountEntered($0[0], at: $0[1], note: $0[2], id: id)
        })
    case .set:
      return .answers(
        Inquiry(Question("Set ", name, " to"), [.count, .note]) {
          .countEntered($0[0], note: $0[1], id: id)
        })
    case .target, .limit:
      let isLimit = choice == .limit
      let number = (isLimit ? Field.limit : .target).holding(state.presentTarget(isLimit: isLimit))
      let period = Field.targetPeriod.holding(state.presentPeriod(isLimit: isLimit))
      return .answers(
        Inquiry(
          Question(isLimit ? "Limit of " : "Target of ", name, " (empty for none)"),
          [number, period]
        ) { .targetEntered($0[0], isLimit: isLimit, per: $0[1]) })
    case .rename:
      return .answers(
        Inquiry(
          Question("New name of ", name), [.newName.holding(state.counter.name.text)]
        ) { .renamed(to: $0[0]) })
    case .delete:
      return .answers(
        Inquiry(
          Question("To delete ", name, ", type its name"), [state.confirmation],
          opening: .deletePressed
        ) { .deletionConfirmed(name: $0[0]) })
    }
  }
}

extension CounterScene.State {
  /// Creates the state of a loaded counter.
  public init(of counter: Counter, username: Username) {
    self.init(username: username, counter: counter, isStarted: counter.changedAt != nil)
  }

  /// The choices that the user's role allows.
  public var choices: [CounterScene.Choice] {
    CounterScene.Choice.allCases.filter { counter.role.allows($0.right) }
  }

  /// The text that a question for a number to reach, or not to exceed, begins with.
  func presentTarget(isLimit: Bool) -> String {
    counter.target.flatMap { $0.isLimit == isLimit ? String($0.number) : nil } ?? ""
  }

  /// The text that a question for its period begins with.
  func presentPeriod(isLimit: Bool) -> String {
    counter.target.flatMap { $0.isLimit == isLimit ? $0.period?.span.rawValue : nil } ?? ""
  }

  /// The line under the count: the count in words with its target or, before the first change, how to
  /// begin in the toolkit's words.
  public func line(beginning hint: String) -> String {
    if isStarted { return CounterWords.count(counter) }
    return isCounting ? hint : CounterWords.notStarted
  }

  /// Whether the user may change the count.
  public var isCounting: Bool { counter.role.allows(.count) }
}
