import Presentation

@MainActor
struct LoginLineView: LineView {
  let viewModel: SceneViewModel<LoginScene>
  let terminal: LineTerminal

  func show() async throws {
    try await logIn(username: nil)
    try showOutcome()
  }

  /// Asks for missing fields, and submits the form.
  func logIn(username: String?) async throws {
    let dialogue = terminal.dialogue
    let name = try await dialogue.answer(username, or: viewModel.state.username)
    await viewModel.perform(.usernameChanged(name))
    let password = try await dialogue.ask(viewModel.state.password)
    await viewModel.perform([.passwordChanged(password), .logInPressed])
  }
}

extension LineViewFactory {
  func view(of viewModel: SceneViewModel<LoginScene>) -> any LineView {
    LoginLineView(viewModel: viewModel, terminal: terminal)
  }
}
