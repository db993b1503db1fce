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
    public var lines: [String] { ["All counts together are \(total)"] }
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
}

/// The keys of `TotalScene`, and in a line the words behind `total`.
public enum TotalShortcut: Character, Shortcut {
  /// Looks again.
  case refresh = "."

  public var hint: KeyHint {
    switch self {
    case .refresh: hint("refresh", "add the counts up again")
    }
  }
}
