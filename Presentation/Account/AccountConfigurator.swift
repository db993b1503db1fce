import Domain

/// Wires `AccountScene`.
@MainActor
public enum AccountConfigurator {
  /// The scene with nothing read yet.
  public static func viewModel(
    session: Session, useCases: UseCases, days: any Days, routing: any AccountRouting
  ) -> SceneViewModel<AccountScene> {
    SceneViewModel(
      state: AccountScene.State(
        username: session.user.username,
        since: AccountWords.since(days.civilTime(at: session.user.createdAt))),
      interactor: AccountInteractor(session: session, useCases: useCases, routing: routing),
      presenter: AccountPresenter(days: days))
  }
}
