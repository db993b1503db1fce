import Domain

/// The first scene when logged out.
public enum WelcomeScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SceneState {
    /// What Tally is.
    public let about = "Tally counts things and keeps the counts."
    /// The label of the choice that opens `LoginScene`.
    public let logIn = AccountWords.logIn
    /// The label of the choice that opens `SignUpScene`.
    public let signUp = AccountWords.signUp
    public var notice: String?
    public var alert: Alert?

    /// The state of a scene that was just entered.
    package static let initial = State()
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// Opens `LoginScene`.
    case logInPressed
    /// Opens `SignUpScene`.
    case signUpPressed
  }

  /// This scene asks Domain for nothing.
  public typealias Response = Never

  /// How the scene is left.
  public enum Exit: Sendable {
    /// To the login form.
    case logIn
    /// To the sign-up form.
    case signUp
  }

  /// The scene's choices.
  public enum Choice: SceneChoice {
    /// Opens the login form.
    case logIn
    /// Opens the sign-up form.
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

extension WelcomeScene: ChoosingScene {
  public static func demand(of choice: Choice, in state: State, id: Change.ID?) -> Demand<Action> {
    switch choice {
    case .logIn: .nothing(.logInPressed)
    case .signUp: .nothing(.signUpPressed)
    }
  }
}

struct WelcomeInteractor: Interactor {
  typealias Scene = WelcomeScene

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Never) -> Void
  ) async -> Scene.Exit? {
    switch action {
    case .logInPressed: .logIn
    case .signUpPressed: .signUp
    }
  }
}

struct WelcomePresenter: Presenter {
  typealias Scene = WelcomeScene

  func present(_ response: Never, after state: Scene.State) -> Scene.State {}
}

/// The configurator, which wires the scene.
@MainActor
extension WelcomeScene {
  /// Creates the scene.
  public static func viewModel(
    _ state: WelcomeScene.State? = nil
  ) -> SceneViewModel<WelcomeScene> {
    SceneViewModel(
      state: state ?? .initial, interactor: WelcomeInteractor(),
      presenter: WelcomePresenter())
  }
}
