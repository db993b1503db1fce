import Domain

/// The history of the open counter.
public enum HistoryScene: SceneDefinition {
  /// How many changes are shown by default.
  public static let usualLength = 20

  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// The counter's name.
    public var name: String
    /// Whether the counter is somebody else's.
    public var isOfAnother = false
    /// The newest changes, oldest first.
    public var changes: [Change] = []
    /// How many changes were requested.
    public var newest = 0
    /// The sums of the last periods.
    public var chart: [ChartBar] = []
    /// The requested kind of periods.
    public var span: Span?
    public var location: String { "\(username.text)/\(name)" }
    public var notice: String?
    public var alert: Alert?
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// Shows older changes too.
    case morePressed
    /// Shows the chart with a bar for each hour, day, week or month.
    case chartRequested(by: Span)
    /// Leaves the scene.
    case backPressed
    /// Others may have changed the counter.
    case changedElsewhere
  }

  /// The results of actions.
  public enum Response: Sendable {
    /// The newest changes, oldest first, and how many were requested.
    case changes([Change], newest: Int)
    /// The sum of each period.
    case chart([ChartBar], by: Span)
    /// The counter as it is now.
    case refreshed(Counter)
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
}

extension HistoryScene {
  /// The scene's choices.
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

extension HistoryScene.State {
  /// Whether to show authors: in somebody else's counter, or if others made changes.
  public var namesAuthors: Bool {
    isOfAnother || changes.contains { $0.author != .account(username) }
  }
}
