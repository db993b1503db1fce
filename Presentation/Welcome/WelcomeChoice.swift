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
