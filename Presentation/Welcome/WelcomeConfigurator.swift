/// Wires `WelcomeScene`.
@MainActor
public enum WelcomeConfigurator {
  /// The scene, with what the last one had to say.
  public static func viewModel(
    notice: String? = nil, alert: Alert? = nil, routing: (any WelcomeRouting)?
  ) -> SceneViewModel<WelcomeScene> {
    SceneViewModel(
      state: WelcomeScene.State(notice: notice, alert: alert),
      interactor: WelcomeInteractor(routing: routing), presenter: WelcomePresenter())
  }
}
