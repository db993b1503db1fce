import Presentation

/// Which scene is shown, and all that it shows.
enum ShownState: Equatable {
  case welcome(WelcomeScene.State)
  case logIn(LoginScene.State)
  case signUp(SignUpScene.State)
  case counter(CounterScene.State)
  case history(HistoryScene.State)
  case home(HomeScene.State)
  case account(AccountScene.State)

  /// What is shown of the scene now.
  @MainActor
  init(_ scene: Scene) {
    switch scene {
    case .welcome(let viewModel): self = .welcome(viewModel.state)
    case .login(let viewModel): self = .logIn(viewModel.state)
    case .signUp(let viewModel): self = .signUp(viewModel.state)
    case .counter(let viewModel): self = .counter(viewModel.state)
    case .history(let viewModel): self = .history(viewModel.state)
    case .home(let viewModel): self = .home(viewModel.state)
    case .account(let viewModel): self = .account(viewModel.state)
    }
  }
}

extension ShownState {
  /// The state without what the other was never asked for: a toolkit asks for as much as it has room to
  /// show, as the bars of the last days are.
  func limited(to other: ShownState) -> ShownState {
    switch (self, other) {
    case (.counter(var state), .counter(let other)):
      if other.chart == nil { state.chart = nil }
      return .counter(state)
    case (.history(var state), .history(let other)):
      if other.newest == 0 { (state.newest, state.changes) = (0, .emptyHistory) }
      if other.span == nil { (state.span, state.chart) = (nil, BarChart()) }
      return .history(state)
    default:
      return self
    }
  }
}
