import Presentation

extension Flow {
  var welcome: SceneViewModel<WelcomeScene>? {
    if case .welcome(let viewModel) = scene { viewModel } else { nil }
  }

  var login: SceneViewModel<LoginScene>? {
    if case .login(let viewModel) = scene { viewModel } else { nil }
  }

  var signUp: SceneViewModel<SignUpScene>? {
    if case .signUp(let viewModel) = scene { viewModel } else { nil }
  }

  var counter: SceneViewModel<CounterScene>? {
    if case .counter(let viewModel) = scene { viewModel } else { nil }
  }

  var history: SceneViewModel<HistoryScene>? {
    if case .history(let viewModel) = scene { viewModel } else { nil }
  }

  var home: SceneViewModel<HomeScene>? {
    if case .home(let viewModel) = scene { viewModel } else { nil }
  }

  var account: SceneViewModel<AccountScene>? {
    if case .account(let viewModel) = scene { viewModel } else { nil }
  }
}
