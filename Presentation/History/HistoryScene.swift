import Domain

/// What happened to the open counter.
public enum HistoryScene: SceneDefinition {
  /// How many changes are shown unless more are asked for.
  public static let usualLength = 20

  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// What the counter is called.
    public var name: String
    /// The newest changes, oldest first.
    public var changes: [Change] = []
    /// How many changes were asked for.
    public var newest = 0
    /// What was added in the last stretches of time.
    public var chart: [ChartBar] = []
    /// Which stretches of time were asked for.
    public var span: Span?
    public var location: String { "\(username.text)/\(name)" }
    public var notice: String?
    public var alert: Alert?
  }

  /// What can be done.
  public enum Action: Sendable {
    /// Older changes are to be shown too.
    case morePressed
    /// The chart is to be shown, a bar for each hour, day, week or month.
    case chartRequested(by: Span)
    /// The scene is left.
    case backPressed
    /// Others may have changed the counter.
    case changedElsewhere
  }

  /// What came of it.
  public enum Response: Sendable {
    /// The newest changes, oldest first, and how many were asked for.
    case changes([Change], newest: Int)
    /// What was added in each stretch of time.
    case chart([ChartBar], by: Span)
    /// The counter as it is now.
    case refreshed(Counter)
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// Back to the counter.
    case back(to: Counter)
    /// Somebody else deleted the counter.
    case lost(Counter)
  }

  public static func isByPerson(_ action: Action) -> Bool {
    if case .changedElsewhere = action { false } else { true }
  }

  public static var changedElsewhere: Action? { .changedElsewhere }
}

extension HistoryScene {
  /// What can be done on the scene.
  public enum Choice: SceneChoice {
    /// A chart with a bar for each hour, day, week or month.
    case bars
    /// Older changes too.
    case more

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .bars: ("bars", "show the chart by hour, day, week or month")
      case .more: ("more", "show older changes too")
      }
    }
  }
}
