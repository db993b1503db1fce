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

    /// The state of a scene that was just entered.
    package static let initial = State()
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

extension SignUpScene: FormScene {
  public static func form(in state: State) -> SceneForm<Action> {
    SceneForm(
      AccountWords.signUp,
      [
        .shown(state.username) { .usernameChanged($0) },
        .hidden(state.password) { .passwordChanged($0) },
        .hidden(state.repetition) { .repetitionChanged($0) },
      ], submit: .signUpPressed, cancel: [.cancelPressed])
  }
}

struct SignUpInteractor: Interactor {
  typealias Scene = SignUpScene

  let useCases: UseCases
  let device: Device
  private let password = SecretHolder()
  private let repetition = SecretHolder()

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
    case .repetitionChanged(let secret):
      respond(.repetitionChanged(length: repetition.hold(secret)))
    case .signUpPressed:
      // Wiped before the scene is left, because loading the next one takes time.
      defer { wipe() }
      return .signedUp(
        try await useCases.signUp(
          username: state.username.text, password: password.secret, repetition: repetition.secret,
          on: device))
    case .cancelPressed:
      wipe()
      return .cancelled
    }
    return nil
  }

  private func wipe() {
    password.wipe()
    repetition.wipe()
  }
}

struct SignUpPresenter: Presenter {
  typealias Scene = SignUpScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .usernameChanged(let text):
      next.username.text = text
    case .passwordChanged(let length):
      next.password.length = length
    case .repetitionChanged(let length):
      next.repetition.length = length
    }
    return next
  }

  /// Keeps the username and clears the passwords.
  func refused(_ refusal: Refusal, after state: Scene.State) -> Scene.State {
    var next = state.refused(refusal)
    next.password.length = 0
    next.repetition.length = 0
    return next
  }
}

/// The configurator, which wires the scene.
@MainActor
extension SignUpScene {
  /// Creates the scene, by default with an empty form.
  public static func viewModel(
    _ state: SignUpScene.State? = nil, useCases: UseCases, device: Device
  ) -> SceneViewModel<SignUpScene> {
    SceneViewModel(
      state: state ?? .initial,
      interactor: SignUpInteractor(useCases: useCases, device: device),
      presenter: SignUpPresenter())
  }
}
