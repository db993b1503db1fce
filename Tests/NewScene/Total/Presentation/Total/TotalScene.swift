import Domain

/// The sum of all counters.
public enum TotalScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    public let username: Username
    /// The sum of the account's counts.
    public var total: Int64 = 0
    public var notice: String?
    public var alert: Alert?
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// Loads the scene again.
    case refreshPressed
    /// Leaves the scene.
    case backPressed
  }

  /// The results of actions.
  public enum Response: Sendable {
    /// The sum of the counts.
    case added(Int64)
  }

  /// How the scene is left.
  public enum Exit: Sendable {
    /// To the list of counters.
    case back
  }

  /// The scene's choices; at the line, they follow `total`.
  public enum Choice: SceneChoice {
    /// Loads the scene again.
    case refresh

    public var label: String {
      switch self {
      case .refresh: "refresh"
      }
    }

    public var meaning: String {
      switch self {
      case .refresh: "add the counts up again"
      }
    }
  }
}
