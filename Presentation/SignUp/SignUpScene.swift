import Domain

/// The sign-up form.
public enum SignUpScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SceneState {
    /// The username.
    public var username = Field.username
    /// The password.
    public var password = HiddenField.password
    /// The rules for passwords.
    public var passwordRule: String { AccountWords.passwordRule }
    /// The repetition of the password.
    public var repetition = HiddenField.repetition
    public var notice: String?
    public var alert: Alert?
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// The username was edited.
    case usernameChanged(String)
    /// The password was edited; the scene wipes it.
    case passwordChanged(Secret)
    /// The repetition was edited; the scene wipes it.
    case repetitionChanged(Secret)
    /// Submits the form.
    case signUpPressed
    /// Leaves the form.
    case cancelPressed
  }

  /// The results of actions.
  public enum Response: Sendable {
    /// The new username.
    case usernameChanged(String)
    /// The new length of the password in bytes.
    case passwordChanged(length: Int)
    /// The new length of the repetition in bytes.
    case repetitionChanged(length: Int)
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// An account was created and a session has begun.
    case signedUp(NewSession)
    /// No account was created.
    case cancelled
  }
}
