import Domain

/// The account that is logged in.
public enum AccountScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// When the account was made.
    public let since: Timestamp
    /// Where else it is logged in, the one used last first.
    public var otherSessions: [SessionSummary] = []
    /// The present password, which changing it and deleting the account ask for.
    public var password = HiddenField.password
    /// The new password.
    public var newPassword = HiddenField.newPassword
    /// The new password again.
    public var repetition = HiddenField.repetition
    public var notice: String?
    public var alert: Alert?
  }

  /// What can be done.
  public enum Action: Sendable {
    /// Another present password is in its field; the scene wipes it.
    case passwordChanged(Secret)
    /// Another new password is in its field; the scene wipes it.
    case newPasswordChanged(Secret)
    /// The password is repeated otherwise; the scene wipes it.
    case repetitionChanged(Secret)
    /// The present password is to be replaced by the new one.
    case changePasswordPressed
    /// The account is to be deleted, for which the present password was typed.
    case deleteAccountPressed
    /// This session is to end.
    case logOutPressed
    /// All sessions of the account are to end.
    case logOutEverywherePressed
    /// The scene is left.
    case backPressed
  }

  /// What came of it.
  public enum Response: Sendable {
    /// Where else the account is logged in.
    case listed([SessionSummary])
    /// How many bytes the present password has now.
    case passwordChanged(length: Int)
    /// How many bytes the new password has now.
    case newPasswordChanged(length: Int)
    /// How many bytes the repetition has now.
    case repetitionChanged(length: Int)
    /// The password is another one now.
    case passwordReplaced
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// To the list of counters.
    case back
    /// The session was ended by the person.
    case loggedOut
    /// There is no such account any more.
    case accountDeleted
  }
}

extension AccountScene {
  /// What can be done on the scene.
  public enum Choice: SceneChoice {
    /// Asks for a new password.
    case password
    /// Ends this session.
    case logOut
    /// Ends all sessions.
    case logOutEverywhere
    /// Deletes the account, once the password was typed.
    case delete

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .password: ("password", "change your password")
      case .logOut: ("log out", "log out")
      case .logOutEverywhere: ("everywhere", "log out here and everywhere else")
      case .delete: ("delete account", "delete your account and all its counters")
      }
    }
  }
}
