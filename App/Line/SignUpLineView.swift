import Presentation

@MainActor
struct SignUpLineView {
  let viewModel: SceneViewModel<SignUpScene>
  let terminal: LineTerminal

  /// Asks for what is missing in the form, and sends it off.
  func signUp(username: String?) async throws {
    let dialogue = terminal.dialogue
    let name = try await dialogue.answer(username, or: viewModel.state.username)
    let password = try await dialogue.ask(viewModel.state.password)
    let repetition = try await dialogue.ask(viewModel.state.repetition)
    await viewModel.perform([
      .usernameChanged(name), .passwordChanged(password), .repetitionChanged(repetition),
      .signUpPressed,
    ])
  }
}
