/// The view model, if its scene is shown.
extension ActiveScene {
  package var welcome: SceneViewModel<WelcomeScene>? {
    if case .welcome(let viewModel) = self { viewModel } else { nil }
  }

  package var login: SceneViewModel<LoginScene>? {
    if case .login(let viewModel) = self { viewModel } else { nil }
  }

  package var signUp: SceneViewModel<SignUpScene>? {
    if case .signUp(let viewModel) = self { viewModel } else { nil }
  }

  package var counter: SceneViewModel<CounterScene>? {
    if case .counter(let viewModel) = self { viewModel } else { nil }
  }

  package var history: SceneViewModel<HistoryScene>? {
    if case .history(let viewModel) = self { viewModel } else { nil }
  }

  package var home: SceneViewModel<HomeScene>? {
    if case .home(let viewModel) = self { viewModel } else { nil }
  }

  package var members: SceneViewModel<MembersScene>? {
    if case .members(let viewModel) = self { viewModel } else { nil }
  }

  package var account: SceneViewModel<AccountScene>? {
    if case .account(let viewModel) = self { viewModel } else { nil }
  }
}
