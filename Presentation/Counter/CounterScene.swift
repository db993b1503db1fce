import Domain

/// The open counter.
public enum CounterScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SceneState {
    /// Who is logged in.
    public let username: Username
    /// The counter as it was last heard of.
    public var counter: Counter
    /// Whether it has a history.
    public var isStarted: Bool
    /// What is to be filled in before the counter is deleted.
    public let confirmation = Field.counterToDelete
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
    case renamed(to: String)
    /// The counter's name was typed again to delete it.
    case deletionConfirmed(name: String)
    case historyPressed(newest: Int)
    case chartPressed(by: Span)
    case homePressed
    case accountPressed
  }

  /// What came of it.
  public enum Response: Sendable {
    case counted(Applied.Outcome)
    case renamed(Counter)
    case refused(Refusal)
  }
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
  /// To the account.
  func showAccount() async
}
