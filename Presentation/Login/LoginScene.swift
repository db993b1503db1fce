import Domain

/// The login form.
public enum LoginScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SceneState {
    /// The username.
    public var username = Field.username
    /// The password.
    public var password = HiddenField.password
    public var notice: String?
    public var alert: Alert?
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// The username was edited.
    case usernameChanged(String)
    /// The password was edited; the scene wipes it.
    case passwordChanged(Secret)
    /// Submits the form.
    case logInPressed
    /// Leaves the form.
    case cancelPressed
  }

  /// The results of actions.
  public enum Response: Sendable {
    /// The new username.
    case usernameChanged(String)
    /// The new length of the password in bytes.
    case passwordChanged(length: Int)
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// A session has begun.
    case loggedIn(NewSession)
    /// Nobody logged in.
    case cancelled
  }
}
