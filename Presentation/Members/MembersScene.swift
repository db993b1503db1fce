import Domain

/// Who may count or view the open counter.
public enum MembersScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// The counter as it was last heard of.
    public var counter: Counter
    /// The owner, then the members by name, each with what they added today and in all.
    public var members: [Member] = []
    /// What everybody should know who shares a counter.
    public let about = MemberWords.visibility
    public var location: String { "\(username.text)/\(counter.typedName)" }
    public var notice: String?
    public var alert: Alert?
  }

  /// What can be done.
  public enum Action: Sendable {
    /// The account of that name is to count or view the counter from now on, whatever it could do before.
    case shared(with: String, as: Role.Permission)
    /// The account of that name is to see the counter no longer.
    case unshared(with: String)
    /// The person gives up somebody else's counter.
    case leavePressed
    /// Something was asked for that is the owner's alone.
    case ownersPressed
    /// The scene is left.
    case backPressed
    /// Others may have changed the counter or its members.
    case changedElsewhere
  }

  /// What came of it.
  public enum Response: Sendable {
    /// The counter and its members as they are now.
    case listed(Counter, [Member])
    /// The counter is shared with that account.
    case shared(with: Username)
    /// The counter is no longer shared with that account.
    case unshared(with: Username)
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// Back to the counter.
    case back(to: Counter)
    /// The person gave the counter up.
    case left(Counter)
    /// Somebody else deleted the counter, or no longer shares it with the person.
    case lost(Counter)
  }

  public static func isByPerson(_ action: Action) -> Bool {
    if case .changedElsewhere = action { false } else { true }
  }

  public static var changedElsewhere: Action? { .changedElsewhere }
}

extension MembersScene {
  /// What can be done on the scene.
  public enum Choice: SceneChoice {
    /// Asks who may count.
    case share
    /// Asks who may view.
    case show
    /// Takes a member's access away.
    case unshare
    /// Gives up somebody else's counter.
    case leave

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .share: ("share", "let somebody count, by their username")
      case .show: ("let view", "let somebody view, by their username")
      case .unshare: ("unshare", "take the counter away from the marked member")
      case .leave: ("leave", "leave the counter; its owner can share it with you again")
      }
    }
  }
}

extension MembersScene.State {
  /// Whether the counter is the person's own.
  public var isOwner: Bool { counter.role == .owner }

  /// What the person may do here, as the owner or as a member.
  public var choices: [MembersScene.Choice] { isOwner ? [.share, .show, .unshare] : [.leave] }
}
