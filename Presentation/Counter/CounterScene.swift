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
    public var chart: BarChart?
    /// What is to be filled in before the counter is deleted.
    public let confirmation = Field.counterToDelete
    public var location: String { "\(username.text)/\(counter.name.text)" }
    public var notice: String?
    public var alert: Alert?

    public var lines: [String] {
      [isStarted ? "Current count is \(counter.count)" : "Type + to start counting"]
    }
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
    /// The count is another one; the bars are `nil` where they are not shown, or more is to come.
    case counted(Applied.Outcome, bars: [ChartBar]?)
    /// The counter as it is now, and its bars where they are shown.
    case refreshed(Counter, bars: [ChartBar]?)
    /// Why nothing was done.
    case refused(Refusal)
  }

  public static func isByPerson(_ action: Action) -> Bool {
    switch action {
    case .chartRequested, .changedElsewhere: false
    default: true
    }
  }

  public static var changedElsewhere: Action? { .changedElsewhere }
}

/// The ways out of `CounterScene`.
@MainActor
public protocol CounterRouting: SignedInRouting {
  /// To the counter's newest changes.
  func showHistory(of counter: Counter, newest: Int) async
  /// To the counter's chart.
  func showChart(of counter: Counter, by span: Span) async
  /// To the list of counters.
  func showHome() async
  /// To the list of counters, since this one is deleted.
  func showHome(afterDeleting counter: Counter) async
  /// To the list of counters, since somebody else deleted this one.
  func showHome(afterLosing counter: Counter) async
  /// To another place than a counter and the list.
  func go(to destination: Destination) async
}
