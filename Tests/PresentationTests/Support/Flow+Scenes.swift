import Domain
import Doubles
import Presentation
import Testing

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

  var members: SceneViewModel<MembersScene>? {
    if case .members(let viewModel) = scene { viewModel } else { nil }
  }

  var account: SceneViewModel<AccountScene>? {
    if case .account(let viewModel) = scene { viewModel } else { nil }
  }
}

extension Flow {
  /// Signs up with the form, and stays logged in.
  @discardableResult
  func signUp(_ username: String = "ada") async throws -> Session {
    await enter(.signUp)
    try await #require(signUp).perform([
      .usernameChanged(username), .passwordChanged(secret(TestWorld.password)),
      .repetitionChanged(secret(TestWorld.password)), .signUpPressed,
    ])
    return try #require(session)
  }

  /// Logs in with the form.
  @discardableResult
  func logIn(_ username: String = "ada") async throws -> Session {
    await enter(.login)
    try await #require(login).perform([
      .usernameChanged(username), .passwordChanged(secret(TestWorld.password)), .logInPressed,
    ])
    return try #require(session)
  }
}
