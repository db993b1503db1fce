import Domain

/// The form for making an account.
public enum SignUpScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SceneState {
    /// The username.
    public var username = Field.username
    /// The password.
    public var password = HiddenField.password
    /// What is asked of the password, beforehand.
    public var passwordRule: String { AccountWords.passwordRule }
    /// The password again.
    public var repetition = HiddenField.repetition
    public var notice: String?
    public var alert: Alert?
  }

  /// What can be done.
  public enum Action: Sendable {
    /// Another username is in its field.
    case usernameChanged(String)
    /// Another password is in its field; the scene wipes it.
    case passwordChanged(Secret)
    /// The password is repeated otherwise; the scene wipes it.
    case repetitionChanged(Secret)
    /// The form is sent off.
    case signUpPressed
    /// The form is left.
    case cancelPressed
  }

  /// What came of it.
  public enum Response: Sendable {
    /// The username that is in its field now.
    case usernameChanged(String)
    /// How many bytes the password has now.
    case passwordChanged(length: Int)
    /// How many bytes the repetition has now.
    case repetitionChanged(length: Int)
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// There is an account more, and a session of it has begun.
    case signedUp(NewSession)
    /// No account was made.
    case cancelled
  }
}
