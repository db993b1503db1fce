/// The scene that is shown, alive: what every view toolkit switches over.
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

  /// What every scene shows beside what is its own.
  public var state: any SceneState {
    switch self {
    case .welcome(let viewModel): viewModel.state
    case .login(let viewModel): viewModel.state
    case .signUp(let viewModel): viewModel.state
    case .counter(let viewModel): viewModel.state
    case .history(let viewModel): viewModel.state
    case .home(let viewModel): viewModel.state
    case .account(let viewModel): viewModel.state
    }
  }

  /// Where one is, in a word for a prompt: `tally`, `ada`, `ada/main`.
  public var location: String {
    switch self {
    case .welcome, .login, .signUp: "tally"
    case .counter(let viewModel):
      "\(viewModel.state.username.text)/\(viewModel.state.counter.name.text)"
    case .history(let viewModel):
      "\(viewModel.state.username.text)/\(viewModel.state.name)"
    case .home(let viewModel): viewModel.state.username.text
    case .account(let viewModel): viewModel.state.username.text
    }
  }

  /// Which commands a line may hold now.
  public var lineContext: LineContext {
    switch self {
    case .welcome, .login, .signUp: .signedOut
    case .counter(let viewModel): .signedIn(viewModel.state.username)
    case .history(let viewModel): .signedIn(viewModel.state.username)
    case .home(let viewModel): .signedIn(viewModel.state.username)
    case .account(let viewModel): .signedIn(viewModel.state.username)
    }
  }
}
