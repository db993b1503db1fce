import Domain

/// Wires `HistoryScene`.
@MainActor
public enum HistoryConfigurator {
  /// Loads the first state: the newest changes (0 or more), and with `span` a bar for each hour,
  /// day, week or month.
  ///
  /// - Throws: the refusals of the repository.
  public static func load(
    _ counter: Counter, newest: Int, by span: Span?, in context: SceneContext
  ) async throws(Refusal) -> HistoryScene.State {
    let interactor = HistoryInteractor(counter: counter, context: context)
    let presenter = HistoryPresenter()
    var state = HistoryScene.State(
      username: context.session.user.username, name: counter.typedName,
      isOfAnother: counter.role != .owner)
    if newest > 0 {
      state = presenter.present(try await interactor.changes(newest: newest), after: state)
    }
    if let span { state = presenter.present(try await interactor.chart(by: span), after: state) }
    return state
  }

  /// Creates the scene of a counter.
  public static func viewModel(
    _ state: HistoryScene.State, of counter: Counter, in context: SceneContext
  ) -> SceneViewModel<HistoryScene> {
    SceneViewModel(
      state: state, interactor: HistoryInteractor(counter: counter, context: context),
      presenter: HistoryPresenter())
  }
}
