import Domain

/// The form for logging in.
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

  /// What can be done.
  public enum Action: Sendable {
    /// Another username is in its field.
    case usernameChanged(String)
    /// Another password is in its field; the scene wipes it.
    case passwordChanged(Secret)
    /// The form is sent off.
    case logInPressed
    /// The form is left.
    case cancelPressed
  }

  /// What came of it.
  public enum Response: Sendable {
    /// The username that is in its field now.
    case usernameChanged(String)
    /// How many bytes the password has now.
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
