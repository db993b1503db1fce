import Domain

/// The form for making an account.
public enum SignUpScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SceneState {
    /// The username.
    public var username = Field.username
    /// The password.
    public var password = HiddenField.password
    /// The password again.
    public var repetition = HiddenField.repetition
    public var notice: String?
    public var alert: Alert?
    public var lines: [String] { [] }
  }

  /// What can be done.
  public enum Action: Sendable {
    case usernameChanged(String)
    case passwordChanged(Secret)
    case repetitionChanged(Secret)
    case signUpPressed
    case cancelPressed
  }

  /// What came of it.
  public enum Response: Sendable {
    case usernameChanged(String)
    case passwordChanged(length: Int)
    case repetitionChanged(length: Int)
    case refused(Refusal)
  }
}

/// The ways out of `SignUpScene`.
@MainActor
public protocol SignUpRouting: AnyObject {
  /// To the new account's counter, in the session that has just begun.
  func showLoggedIn(_ session: Session) async
  /// Back to where nobody is logged in.
  func showWelcome() async
}
