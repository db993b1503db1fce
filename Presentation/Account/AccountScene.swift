import Domain

/// The logged-in account.
public enum AccountScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// When the account was created.
    public let since: Timestamp
    /// The other sessions, most recently used first.
    public var otherSessions: [SessionSummary] = []
    /// The present password, needed to change it and to delete the account.
    public var password = HiddenField.password
    /// The new password.
    public var newPassword = HiddenField.newPassword
    /// The repetition of the new password.
    public var repetition = HiddenField.repetition
    public var notice: String?
    public var alert: Alert?
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// The present password was edited; the scene wipes it.
    case passwordChanged(Secret)
    /// The new password was edited; the scene wipes it.
    case newPasswordChanged(Secret)
    /// The repetition was edited; the scene wipes it.
    case repetitionChanged(Secret)
    /// Replaces the present password with the new one.
    case changePasswordPressed
    /// Asks for the password before the account is deleted.
    case deletePressed
    /// Deletes the account, which needs the present password.
    case deleteAccountPressed
    /// Ends this session.
    case logOutPressed
    /// Ends all sessions of the account.
    case logOutEverywherePressed
    /// Leaves the scene.
    case backPressed
  }

  /// The results of actions.
  public enum Response: Sendable {
    /// The other sessions.
    case listed([SessionSummary])
    /// The new length of the present password in bytes.
    case passwordChanged(length: Int)
    /// The new length of the new password in bytes.
    case newPasswordChanged(length: Int)
    /// The new length of the repetition in bytes.
    case repetitionChanged(length: Int)
    /// The password was changed.
    case passwordReplaced
    /// The password is needed to delete the account. These users would lose its counters.
    case deletionAsked(losing: [Username])
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// To the list of counters.
    case back
    /// The user logged out.
    case loggedOut
    /// The account was deleted.
    case accountDeleted
  }
}

extension AccountScene {
  /// The scene's choices.
  public enum Choice: SceneChoice {
    /// Changes the password.
    case password
    /// Logs out.
    case logOut
    /// Logs out everywhere.
    case logOutEverywhere
    /// Deletes the account after asking for the password.
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
