import Presentation

@MainActor
struct LoginLineView {
  let viewModel: SceneViewModel<LoginScene>
  let terminal: LineTerminal

  /// Asks for what is missing in the form, and sends it off.
  func logIn(username: String?) async throws {
    let dialogue = terminal.dialogue
    let name = try await dialogue.answer(username, or: viewModel.state.username)
    await viewModel.perform(.usernameChanged(name))
    let password = try await dialogue.ask(viewModel.state.password)
    await viewModel.perform([.passwordChanged(password), .logInPressed])
  }
}
