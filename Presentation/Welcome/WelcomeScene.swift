import Domain

/// What somebody sees who is not logged in.
public enum WelcomeScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SceneState {
    /// What Tally is.
    public let about = "Tally counts things and keeps the counts."
    /// The label of the way to `LoginScene`.
    public let logIn = AccountWords.logIn
    /// The label of the way to `SignUpScene`.
    public let signUp = AccountWords.signUp
    public var notice: String?
    public var alert: Alert?
  }

  /// What can be done.
  public enum Action: Sendable {
    /// The way to `LoginScene` was taken.
    case logInPressed
    /// The way to `SignUpScene` was taken.
    case signUpPressed
  }

  /// Nothing is asked of Domain here.
  public typealias Response = Never

  /// How the scene is left.
  public enum Exit: Sendable {
    /// To the form for logging in.
    case logIn
    /// To the form for making an account.
    case signUp
  }
}

extension WelcomeScene {
  /// What can be done on the scene.
  public enum Choice: SceneChoice {
    /// To the form for logging in.
    case logIn
    /// To the form for making an account.
    case signUp

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .logIn: ("log in", "log in")
      case .signUp: ("sign up", "make an account")
      }
    }
  }
}
