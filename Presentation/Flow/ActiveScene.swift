/// The present scene with its view model.
///
/// `swift package new-scene` generates this file from those of the scenes.
@MainActor
public enum ActiveScene {
  /// `AccountScene`.
  case account(SceneViewModel<AccountScene>)
  /// `CounterScene`.
  case counter(SceneViewModel<CounterScene>)
  /// `HistoryScene`.
  case history(SceneViewModel<HistoryScene>)
  /// `HomeScene`.
  case home(SceneViewModel<HomeScene>)
  /// `LoginScene`.
  case login(SceneViewModel<LoginScene>)
  /// `MembersScene`.
  case members(SceneViewModel<MembersScene>)
  /// `SignUpScene`.
  case signUp(SceneViewModel<SignUpScene>)
  /// `WelcomeScene`.
  case welcome(SceneViewModel<WelcomeScene>)

  /// The scene as shown by a toolkit.
  public func shown<Views: ViewFactory>(by views: Views) -> Views.Shown {
    switch self {
    case .account(let viewModel): views.view(of: viewModel)
    case .counter(let viewModel): views.view(of: viewModel)
    case .history(let viewModel): views.view(of: viewModel)
    case .home(let viewModel): views.view(of: viewModel)
    case .login(let viewModel): views.view(of: viewModel)
    case .members(let viewModel): views.view(of: viewModel)
    case .signUp(let viewModel): views.view(of: viewModel)
    case .welcome(let viewModel): views.view(of: viewModel)
    }
  }

  /// All scene types, by name.
  nonisolated package static let kinds: [any RoutedScene.Type] = [
    AccountScene.self,
    CounterScene.self,
    HistoryScene.self,
    HomeScene.self,
    LoginScene.self,
    MembersScene.self,
    SignUpScene.self,
    WelcomeScene.self,
  ]
}

/// The views of a toolkit, one for every scene. Each is added in an extension beside the view; the
/// compiler reports a missing one.
@MainActor
public protocol ViewFactory {
  /// The toolkit's type of views.
  associatedtype Shown

  /// The view of `AccountScene`.
  func view(of viewModel: SceneViewModel<AccountScene>) -> Shown
  /// The view of `CounterScene`.
  func view(of viewModel: SceneViewModel<CounterScene>) -> Shown
  /// The view of `HistoryScene`.
  func view(of viewModel: SceneViewModel<HistoryScene>) -> Shown
  /// The view of `HomeScene`.
  func view(of viewModel: SceneViewModel<HomeScene>) -> Shown
  /// The view of `LoginScene`.
  func view(of viewModel: SceneViewModel<LoginScene>) -> Shown
  /// The view of `MembersScene`.
  func view(of viewModel: SceneViewModel<MembersScene>) -> Shown
  /// The view of `SignUpScene`.
  func view(of viewModel: SceneViewModel<SignUpScene>) -> Shown
  /// The view of `WelcomeScene`.
  func view(of viewModel: SceneViewModel<WelcomeScene>) -> Shown
}

extension AccountScene {
  public static func scene(_ viewModel: SceneViewModel<Self>) -> ActiveScene { .account(viewModel) }
}

extension CounterScene {
  public static func scene(_ viewModel: SceneViewModel<Self>) -> ActiveScene { .counter(viewModel) }
}

extension HistoryScene {
  public static func scene(_ viewModel: SceneViewModel<Self>) -> ActiveScene { .history(viewModel) }
}

extension HomeScene {
  public static func scene(_ viewModel: SceneViewModel<Self>) -> ActiveScene { .home(viewModel) }
}

extension LoginScene {
  public static func scene(_ viewModel: SceneViewModel<Self>) -> ActiveScene { .login(viewModel) }
}

extension MembersScene {
  public static func scene(_ viewModel: SceneViewModel<Self>) -> ActiveScene { .members(viewModel) }
}

extension SignUpScene {
  public static func scene(_ viewModel: SceneViewModel<Self>) -> ActiveScene { .signUp(viewModel) }
}

extension WelcomeScene {
  public static func scene(_ viewModel: SceneViewModel<Self>) -> ActiveScene { .welcome(viewModel) }
}
