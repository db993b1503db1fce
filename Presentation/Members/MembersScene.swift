import Domain

/// The members of the open counter.
public enum MembersScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// The counter as last read.
    public var counter: Counter
    /// The owner, then the members by name, each with their sums of today and of all time.
    public var members: [Member] = []
    /// Tells the user who can see the members' names.
    public let about = MemberWords.visibility
    public var location: String { "\(username.text)/\(counter.typedName)" }
    public var notice: String?
    public var alert: Alert?
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// Shares the counter with the named account, or changes its role.
    case shared(with: String, as: Role.Permission)
    /// Stops sharing the counter with the named account.
    case unshared(with: String)
    /// Leaves somebody else's counter.
    case leavePressed
    /// A member tried what only the owner may do.
    case ownerOnlyPressed
    /// Leaves the scene.
    case backPressed
    /// Others may have changed the counter or its members.
    case changedElsewhere
  }

  /// The results of actions.
  public enum Response: Sendable {
    /// The counter and its members as they are now.
    case listed(Counter, [Member])
    /// The counter was shared with this account.
    case shared(with: Username)
    /// The counter is no longer shared with this account.
    case unshared(with: Username)
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// Back to the counter.
    case back(to: Counter)
    /// The user left the counter.
    case left(Counter)
    /// The counter was deleted elsewhere, or is no longer shared with the user.
    case lost(Counter)
  }

  public static func isByPerson(_ action: Action) -> Bool {
    if case .changedElsewhere = action { false } else { true }
  }

  public static var changedElsewhere: Action? { .changedElsewhere }
}

extension MembersScene {
  /// The scene's choices.
  public enum Choice: SceneChoice {
    /// Asks for the username of somebody who may count.
    case share
    /// Asks for the username of somebody who may only view.
    case shareForViewing
    /// Stops sharing with the marked member.
    case unshare
    /// Leaves somebody else's counter.
    case leave

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .share: ("share", "share the counter with somebody, who may count")
      case .shareForViewing: ("share to view", "share the counter with somebody, who may only view")
      case .unshare: ("unshare", "stop sharing with the marked member")
      case .leave: ("leave", "leave the counter; its owner can share it with you again")
      }
    }
  }
}

extension MembersScene.State {
  /// Whether the counter is the user's own.
  public var isOwner: Bool { counter.role == .owner }

  /// The choices that the user's role allows.
  public var choices: [MembersScene.Choice] {
    isOwner ? [.share, .shareForViewing, .unshare] : [.leave]
  }
}
