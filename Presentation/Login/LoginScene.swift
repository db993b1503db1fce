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
    public var lines: [String] { [] }
  }

  /// What can be done.
  public enum Action: Sendable {
    case usernameChanged(String)
    case passwordChanged(Secret)
    case logInPressed
    case cancelPressed
  }

  /// What came of it.
  public enum Response: Sendable {
    case usernameChanged(String)
    case passwordChanged(length: Int)
    case refused(Refusal)
  }
}

/// The ways out of `LoginScene`.
@MainActor
public protocol LoginRouting: AnyObject {
  /// To the counter that was open last, in the session that has just begun.
  func showLoggedIn(_ session: Session) async
  /// Back to where nobody is logged in.
  func showWelcome() async
}
