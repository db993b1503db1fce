import Domain

/// What all counters come to together.
public enum TotalScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    public let username: Username
    /// The sum of the account's counts.
    public var total: Int64 = 0
    public var notice: String?
    public var alert: Alert?
  }

  /// What can be done.
  public enum Action: Sendable {
    /// The person wants to see what holds now.
    case refreshPressed
    /// The person is done here.
    case backPressed
  }

  /// What came of it.
  public enum Response: Sendable {
    /// That is what the counts come to.
    case added(Int64)
  }

  /// How the scene is left.
  public enum Exit: Sendable {
    /// To the list of counters.
    case back
  }

  /// What can be done on the scene, and in a line by a word after `total`.
  public enum Choice: SceneChoice {
    /// Looks again.
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
