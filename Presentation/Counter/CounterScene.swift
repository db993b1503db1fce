import Domain

/// The open counter.
public enum CounterScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// The counter as it was last heard of.
    public var counter: Counter
    /// Whether it has a history.
    public var isStarted: Bool
    /// What was added on each of the last days; `nil` until somebody asks for it.
    public var chart: [ChartBar]?
    /// What is to be filled in before the counter is deleted.
    public let confirmation = Field.counterToDelete
    public var location: String { "\(username.text)/\(counter.name.text)" }
    public var notice: String?
    public var alert: Alert?
  }

  /// What can be done.
  public enum Action: Sendable {
    /// Something was done to the count; several of these that wait together are done together.
    case countPressed(CountCommand)
    /// A number was typed, to be added.
    case amountEntered(String)
    /// A number was typed, for the count to be set to.
    case countEntered(String)
    /// Another name was typed for the counter.
    case renamed(to: String)
    /// The counter's name was typed again to delete it.
    case deletionConfirmed(name: String)
    /// The newest changes are to be shown, so many of them.
    case historyPressed(newest: Int)
    /// The chart is to be shown, a bar for each hour, day, week or month.
    case chartPressed(by: Span)
    /// The way to the list of counters was taken.
    case homePressed
    /// A way to another place than a counter and the list was taken.
    case destinationChosen(Destination)
    /// The chart is to be shown from now on.
    case chartRequested
    /// Others may have changed the counter.
    case changedElsewhere
  }

  /// What came of it.
  public enum Response: Sendable {
    /// The count is another one; the bars are `nil` when they are not shown, or more is to come.
    case counted(BatchResult.Outcome, bars: [ChartBar]?)
    /// The counter as it is now, and its bars where they are shown.
    case refreshed(Counter, bars: [ChartBar]?)
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// To so many of the counter's newest changes, 0 or more, and to its chart where `by` says what a bar is of.
    case history(Counter, newest: Int, by: Span?)
    /// To the list of counters.
    case home
    /// To another place than a counter and the list.
    case destination(Destination)
    /// The person deleted the counter.
    case deleted(Counter)
    /// Somebody else deleted the counter.
    case lost(Counter)
  }

  public static func isByPerson(_ action: Action) -> Bool {
    switch action {
    case .chartRequested, .changedElsewhere: false
    default: true
    }
  }

  public static var changedElsewhere: Action? { .changedElsewhere }
}

extension CounterScene.State {
  /// The state of a counter that has just been read.
  public init(of counter: Counter, username: Username) {
    self.init(username: username, counter: counter, isStarted: counter.changedAt != nil)
  }
}

extension CounterScene {
  /// What can be done on the scene.
  public enum Choice: SceneChoice {
    /// Adds 1.
    case add
    /// Subtracts 1.
    case subtract
    /// Takes the last change back.
    case undo
    /// Makes it again.
    case redo
    /// Asks for a number to add.
    case addSeveral
    /// Asks for a number to set the count to.
    case set
    /// Sets the count to 0.
    case reset
    /// To the changes and the chart.
    case history
    /// To the list of counters.
    case list
    /// Asks for another name.
    case rename
    /// Deletes the counter, once its name was typed.
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
      case .history: ("history", "show the changes and a chart")
      case .list: ("counters", "show your counters, open or make one")
      case .rename: ("rename", "rename the counter")
      case .delete: ("delete", "delete the counter")
      }
    }
  }
}
