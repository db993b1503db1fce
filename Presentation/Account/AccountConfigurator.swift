import Domain

/// How the scene is reached, and wired.
extension AccountScene: DestinationScene {
  public static let key: Character = "a"
  public static let word = "account"
  public static let meaning = "show your account"
  public static let isRare = false
  /// What can be done with the account is done from anywhere, by commands of its own.
  public static let deeds: [KeyHint] = []

  public static func load(in context: SceneContext) async throws(Refusal) -> State {
    let session = context.session
    let others = try await context.useCases.sessions.otherSessions(than: session)
    let state = State(
      username: session.user.username,
      since: AccountWords.since(context.days.civilTime(at: session.user.createdAt)))
    return AccountPresenter(days: context.days).present(.listed(others), after: state)
  }

  public static func viewModel(_ state: State, in context: SceneContext) -> SceneViewModel<Self> {
    SceneViewModel(
      state: state, interactor: AccountInteractor(context: context),
      presenter: AccountPresenter(days: context.days))
  }

  public static func step(after exit: Exit) -> Step {
    switch exit {
    case .back: Step(.home)
    case .loggedOut: Step(.start, session: .ended, notice: AccountWords.loggedOut)
    case .accountDeleted: Step(.start, session: .ended, notice: AccountWords.accountDeleted)
    }
  }
}
