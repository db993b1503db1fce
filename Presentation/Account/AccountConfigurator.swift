import Domain

/// Routing and wiring of the account scene.
extension AccountScene: DestinationScene {
  public static let label = "account"
  public static let meaning = "show your account"
  /// Empty, because the account's actions are commands of their own.
  public static let choices: [any SceneChoice] = []

  public static func load(in context: SceneContext) async throws(Refusal) -> State {
    let session = context.session
    let others = try await context.useCases.sessions.otherSessions(than: session)
    let state = State(
      username: session.user.username, since: session.user.createdAt)
    return AccountPresenter().present(.listed(others), after: state)
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
