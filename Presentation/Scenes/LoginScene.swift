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

    /// The state of a scene that was just entered.
    package static let initial = State()
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
    /// A session has begun. If nobody has told the user yet: when their password was reset.
    case loggedIn(NewSession, passwordReset: CivilTime?)
    /// Nobody logged in.
    case cancelled
  }
}

extension LoginScene: FormScene {
  public static func form(in state: State) -> SceneForm<Action> {
    SceneForm(
      AccountWords.logIn,
      [
        .shown(state.username) { .usernameChanged($0) },
        .hidden(state.password) { .passwordChanged($0) },
      ], submit: .logInPressed, cancel: [.cancelPressed])
  }
}

struct LoginInteractor: Interactor {
  typealias Scene = LoginScene

  let useCases: UseCases
  let device: Device
  private let password = SecretHolder()

  init(useCases: UseCases, device: Device) {
    self.useCases = useCases
    self.device = device
  }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    switch action {
    case .usernameChanged(let text):
      respond(.usernameChanged(text))
    case .passwordChanged(let secret):
      respond(.passwordChanged(length: password.hold(secret)))
    case .logInPressed:
      // Wiped before the scene is left, because loading the next one takes time.
      defer { password.wipe() }
      let new = try await useCases.logIn(
        username: state.username.text, password: password.secret, on: device)
      return .loggedIn(new, passwordReset: new.passwordResetAt.map(useCases.calendar.civilTime))
    case .cancelPressed:
      password.wipe()
      return .cancelled
    }
    return nil
  }
}

struct LoginPresenter: Presenter {
  typealias Scene = LoginScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .usernameChanged(let text):
      next.username.text = text
    case .passwordChanged(let length):
      next.password.length = length
    }
    return next
  }

  /// Keeps the username and clears the password, which is typed again.
  func refused(_ refusal: Refusal, after state: Scene.State) -> Scene.State {
    Scene.State(username: state.username).refused(refusal)
  }
}

/// The configurator, which wires the scene.
@MainActor
extension LoginScene {
  /// Creates the scene, by default with an empty form.
  public static func viewModel(
    _ state: LoginScene.State? = nil, useCases: UseCases, device: Device
  ) -> SceneViewModel<LoginScene> {
    SceneViewModel(
      state: state ?? .initial,
      interactor: LoginInteractor(useCases: useCases, device: device),
      presenter: LoginPresenter())
  }
}
