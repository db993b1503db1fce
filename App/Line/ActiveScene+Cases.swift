import Presentation

extension ActiveScene {
  var welcome: SceneViewModel<WelcomeScene>? {
    if case .welcome(let viewModel) = self { viewModel } else { nil }
  }

  var login: SceneViewModel<LoginScene>? {
    if case .login(let viewModel) = self { viewModel } else { nil }
  }

  var signUp: SceneViewModel<SignUpScene>? {
    if case .signUp(let viewModel) = self { viewModel } else { nil }
  }

  var counter: SceneViewModel<CounterScene>? {
    if case .counter(let viewModel) = self { viewModel } else { nil }
  }

  var history: SceneViewModel<HistoryScene>? {
    if case .history(let viewModel) = self { viewModel } else { nil }
  }

  var home: SceneViewModel<HomeScene>? {
    if case .home(let viewModel) = self { viewModel } else { nil }
  }

  var account: SceneViewModel<AccountScene>? {
    if case .account(let viewModel) = self { viewModel } else { nil }
  }
}
