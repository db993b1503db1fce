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
      case .logOutEverywhere: ("everywhere", "log out here and wherever else you are logged in")
      case .delete: ("delete account", "delete your account and all its counters")
      }
    }
  }
}
