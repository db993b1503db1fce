/// The scene that is shown, alive.
@MainActor
public enum Scene {
  /// Nobody is logged in.
  case welcome(SceneViewModel<WelcomeScene>)
  /// The form for logging in.
  case login(SceneViewModel<LoginScene>)
  /// The form for making an account.
  case signUp(SceneViewModel<SignUpScene>)
  /// The open counter.
  case counter(SceneViewModel<CounterScene>)
  /// What happened to the open counter.
  case history(SceneViewModel<HistoryScene>)
  /// The account's counters.
  case home(SceneViewModel<HomeScene>)
  /// The account.
  case account(SceneViewModel<AccountScene>)

  /// What a view toolkit makes of the scene.
  public func shown<Views: SceneViews>(by views: Views) -> Views.Shown {
    switch self {
    case .welcome(let viewModel): views.view(of: viewModel)
    case .login(let viewModel): views.view(of: viewModel)
    case .signUp(let viewModel): views.view(of: viewModel)
    case .counter(let viewModel): views.view(of: viewModel)
    case .history(let viewModel): views.view(of: viewModel)
    case .home(let viewModel): views.view(of: viewModel)
    case .account(let viewModel): views.view(of: viewModel)
    }
  }

  /// Every kind of scene, in the order in which a person meets them.
  package static let kinds: [any SampledScene.Type] = [
    WelcomeScene.self,
    LoginScene.self,
    SignUpScene.self,
    CounterScene.self,
    HistoryScene.self,
    HomeScene.self,
    AccountScene.self,
  ]
}

/// The views of a toolkit, one for every scene: each is an extension beside the view itself, and the
/// compiler names the one that is missing.
@MainActor
public protocol SceneViews {
  /// What the toolkit shows a scene with.
  associatedtype Shown

  /// The view of `WelcomeScene`.
  func view(of viewModel: SceneViewModel<WelcomeScene>) -> Shown
  /// The view of `LoginScene`.
  func view(of viewModel: SceneViewModel<LoginScene>) -> Shown
  /// The view of `SignUpScene`.
  func view(of viewModel: SceneViewModel<SignUpScene>) -> Shown
  /// The view of `CounterScene`.
  func view(of viewModel: SceneViewModel<CounterScene>) -> Shown
  /// The view of `HistoryScene`.
  func view(of viewModel: SceneViewModel<HistoryScene>) -> Shown
  /// The view of `HomeScene`.
  func view(of viewModel: SceneViewModel<HomeScene>) -> Shown
  /// The view of `AccountScene`.
  func view(of viewModel: SceneViewModel<AccountScene>) -> Shown
}

/// Where one can go from a counter and from the list, whichever toolkit shows them: by a key, or by a word.
public enum Destination: Character, Shortcut {
  /// To `AccountScene`.
  case account = "a"

  public var hint: KeyHint {
    switch self {
    case .account: hint("account", "show your account")
    }
  }

  /// What can be done there, in a line by its word behind the destination's.
  public var deeds: [KeyHint] {
    switch self {
    // What can be done with the account is done from anywhere, by commands of its own.
    case .account: []
    }
  }
}

extension Scene {
  /// What every scene shows beside what is its own.
  public var state: any SceneState { shown(by: States()) }

  private struct States: SceneViews {
    typealias Shown = any SceneState

    func view(of viewModel: SceneViewModel<some SceneDefinition>) -> any SceneState {
      viewModel.state
    }
  }
}
