import Domain

/// The logged-in account.
public enum AccountScene: SceneDefinition {
  /// What the screen shows.
  public struct State: SignedInState {
    /// Who is logged in.
    public let username: Username
    /// When the account was created.
    public let since: Timestamp
    /// When the account's days begin.
    public var dayStart = DayStart.midnight
    /// The other sessions, most recently used first.
    public var otherSessions: [SessionSummary] = []
    /// The present password, needed to change it and to delete the account.
    public var password = HiddenField.password
    /// The new password.
    public var newPassword = HiddenField.newPassword
    /// The repetition of the new password.
    public var repetition = HiddenField.repetition
    public var notice: String?
    public var alert: Alert?
  }

  /// What the user can do.
  public enum Action: Sendable {
    /// The present password was edited; the scene wipes it.
    case passwordChanged(Secret)
    /// The new password was edited; the scene wipes it.
    case newPasswordChanged(Secret)
    /// The repetition was edited; the scene wipes it.
    case repetitionChanged(Secret)
    /// Replaces the present password with the new one.
    case changePasswordPressed
    /// Lets the account's days begin at a typed time.
    case dayStartEntered(String)
    /// Asks for the password before the account is deleted.
    case deletePressed
    /// Deletes the account, which needs the present password.
    case deleteAccountPressed
    /// Ends this session.
    case logOutPressed
    /// Ends all sessions of the account.
    case logOutEverywherePressed
    /// Leaves the scene.
    case backPressed
    /// The account may have changed elsewhere.
    case changedElsewhere
  }

  public static var changedElsewhere: Action? { .changedElsewhere }

  public static func isByPerson(_ action: Action) -> Bool {
    if case .changedElsewhere = action { false } else { true }
  }

  /// The results of actions.
  public enum Response: Sendable {
    /// The other sessions, and when the account's days begin.
    case listed([SessionSummary], dayStart: DayStart)
    /// The new length of the present password in bytes.
    case passwordChanged(length: Int)
    /// The new length of the new password in bytes.
    case newPasswordChanged(length: Int)
    /// The new length of the repetition in bytes.
    case repetitionChanged(length: Int)
    /// The password was changed.
    case passwordReplaced
    /// The account's days begin at another time.
    case dayStartSet(DayStart)
    /// The password is needed to delete the account. These users would lose its counters.
    case deletionAsked(losing: [Username])
  }

  /// How the scene is left.
  public enum Exit: Equatable, Sendable {
    /// To the list of counters.
    case back
    /// The user logged out.
    case loggedOut
    /// The account was deleted.
    case accountDeleted
  }

  /// The scene's choices.
  public enum Choice: SceneChoice {
    /// Says when the account's days begin.
    case day
    /// Changes the password.
    case password
    /// Logs out.
    case logOut
    /// Logs out everywhere.
    case logOutEverywhere
    /// Deletes the account after asking for the password.
    case delete

    public var label: String { words.label }
    public var meaning: String { words.meaning }

    private var words: (label: String, meaning: String) {
      switch self {
      case .day: ("day", "say when your day begins")
      case .password: ("password", "change your password")
      case .logOut: ("log out", "log out")
      case .logOutEverywhere: ("everywhere", "log out here and everywhere else")
      case .delete: ("delete account", "delete your account and all its counters")
      }
    }
  }
}

extension AccountScene: ChoosingScene {
  public static func demand(of choice: Choice, in state: State, id: Change.ID?) -> Demand<Action> {
    switch choice {
    case .day:
      return .answers(
        Inquiry(Question(.dayStart), [.dayStart.holding(state.dayStart.text)]) {
          .dayStartEntered($0[0])
        })
    case .password:
      return .form(
        form(
          AccountWords.changePassword,
          [
            .hidden(state.password) { .passwordChanged($0) },
            .hidden(state.newPassword) { .newPasswordChanged($0) },
            .hidden(state.repetition) { .repetitionChanged($0) },
          ], submit: .changePasswordPressed))
    case .logOut: return .consent(AccountWords.logOutQuestion(state.username), .logOutPressed)
    case .logOutEverywhere:
      return .consent(
        AccountWords.logOutEverywhereQuestion(state.username), .logOutEverywherePressed)
    case .delete:
      return .form(
        form(
          AccountWords.deleteAccount(of: state.username),
          [.hidden(state.password) { .passwordChanged($0) }],
          opening: .deletePressed, submit: .deleteAccountPressed))
    }
  }

  private static func form(
    _ heading: String, _ fields: [FormField<Action>], opening: Action? = nil, submit: Action
  ) -> SceneForm<Action> {
    SceneForm(
      heading, fields, opening: opening, submit: submit, cancel: fields.map(\.emptying))
  }
}

struct AccountInteractor: Interactor {
  typealias Scene = AccountScene

  let context: SceneContext
  private let password = SecretHolder()
  private let newPassword = SecretHolder()
  private let repetition = SecretHolder()

  init(context: SceneContext) {
    self.context = context
  }

  var ticks: AsyncStream<Void>? { context.watch?.changesElsewhere(tickingAtOnce: true) }

  func handle(
    _ action: Scene.Action, in state: Scene.State, respond: (Scene.Response) -> Void
  ) async throws(Refusal) -> Scene.Exit? {
    do {
      switch action {
      case .passwordChanged(let secret):
        respond(.passwordChanged(length: password.hold(secret)))
      case .newPasswordChanged(let secret):
        respond(.newPasswordChanged(length: newPassword.hold(secret)))
      case .repetitionChanged(let secret):
        respond(.repetitionChanged(length: repetition.hold(secret)))
      case .changePasswordPressed:
        try await changePassword()
        respond(.passwordReplaced)
      case .dayStartEntered(let text):
        let start = try DayStart(typed: text)
        try await context.useCases.counters.setDayStart(start, in: context.session)
        respond(.dayStartSet(start))
      case .deletePressed:
        let members = try await context.useCases.members.membersOfOwnCounters(in: context.session)
        respond(.deletionAsked(losing: members))
      case .deleteAccountPressed:
        try await deleteAccount()
        return .accountDeleted
      case .logOutPressed:
        try await context.useCases.logOut(context.session)
        return .loggedOut
      case .logOutEverywherePressed:
        try await context.useCases.logOut(context.session, everywhere: true)
        return .loggedOut
      case .backPressed:
        wipe()
        return .back
      case .changedElsewhere:
        respond(try await AccountScene.listed(in: context))
      }
      return nil
    } catch {
      // After a refusal the form is shown empty, so no password may stay in it.
      if Scene.isByPerson(action) { wipe() }
      throw error
    }
  }

  private func changePassword() async throws(Refusal) {
    defer { wipe() }
    try await context.useCases.changePassword(
      from: password.secret, to: newPassword.secret, repetition: repetition.secret,
      in: context.session, on: context.device)
  }

  private func deleteAccount() async throws(Refusal) {
    defer { wipe() }
    try await context.useCases.deleteAccount(
      password: password.secret, in: context.session, on: context.device)
  }

  private func wipe() {
    password.wipe()
    newPassword.wipe()
    repetition.wipe()
  }
}

struct AccountPresenter: Presenter {
  typealias Scene = AccountScene

  func present(_ response: Scene.Response, after state: Scene.State) -> Scene.State {
    var next = state
    switch response {
    case .listed(let sessions, let dayStart):
      (next.otherSessions, next.dayStart) = (sessions, dayStart)
    case .passwordChanged(let length):
      next.password.length = length
    case .newPasswordChanged(let length):
      next.newPassword.length = length
    case .repetitionChanged(let length):
      next.repetition.length = length
    case .passwordReplaced:
      next = withEmptyForm(next)
      // A new password ends all other sessions.
      next.otherSessions = []
      next.notice = AccountWords.passwordChanged
    case .dayStartSet(let start):
      next.dayStart = start
      next.notice = AccountWords.dayBegins(at: start)
    case .deletionAsked(let members):
      next.notice = AccountWords.losing(members)
    }
    return next
  }

  /// Clears the password fields.
  func refused(_ refusal: Refusal, after state: Scene.State) -> Scene.State {
    withEmptyForm(state).refused(refusal)
  }

  private func withEmptyForm(_ state: Scene.State) -> Scene.State {
    var next = state
    next.password.length = 0
    next.newPassword.length = 0
    next.repetition.length = 0
    return next
  }
}

/// Routing and wiring of the account scene.
extension AccountScene: DestinationScene {
  public static let label = "account"
  public static let meaning = "show your account"
  /// Empty, because the account's actions are commands of their own.
  public static let choices: [any SceneChoice] = []

  public static func load(in context: SceneContext) async throws(Refusal) -> State {
    let user = context.session.user
    return AccountPresenter().present(
      try await listed(in: context), after: State(username: user.username, since: user.createdAt))
  }

  fileprivate static func listed(in context: SceneContext) async throws(Refusal) -> Response {
    .listed(
      try await context.useCases.sessions.otherSessions(than: context.session),
      dayStart: try await context.useCases.counters.dayStart(in: context.session))
  }

  public static func viewModel(_ state: State, in context: SceneContext) -> SceneViewModel<Self> {
    SceneViewModel(
      state: state, interactor: AccountInteractor(context: context),
      presenter: AccountPresenter())
  }

  public static func step(after exit: Exit) -> Step {
    switch exit {
    case .back: Step(.home)
    case .loggedOut: Step(.start, session: .ended, notice: AccountWords.loggedOut)
    case .accountDeleted: Step(.start, session: .ended, notice: AccountWords.accountDeleted)
    }
  }
}

extension AccountScene.State {
  /// The state without other sessions.
  package init(username: Username, since: Timestamp) {
    self.init(username: username, since: since, otherSessions: [])
  }
}
