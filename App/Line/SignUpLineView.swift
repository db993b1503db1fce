import Presentation

@MainActor
struct SignUpLineView: LineView {
  let viewModel: SceneViewModel<SignUpScene>
  let terminal: LineTerminal

  func show() async throws {
    try await signUp(username: nil)
    try showOutcome()
  }

  /// Asks for missing fields, and submits the form.
  func signUp(username: String?) async throws {
    let dialogue = terminal.dialogue
    let name = try await dialogue.answer(username, or: viewModel.state.username)
    await viewModel.perform(.usernameChanged(name))
    if dialogue.isInteractive { try terminal.print(sentences: [viewModel.state.passwordRule]) }
    let password = try await dialogue.ask(viewModel.state.password)
    await viewModel.perform(.passwordChanged(password))
    let repetition = try await dialogue.ask(viewModel.state.repetition)
    await viewModel.perform([.repetitionChanged(repetition), .signUpPressed])
  }
}

extension LineViewFactory {
  func view(of viewModel: SceneViewModel<SignUpScene>) -> any LineView {
    SignUpLineView(viewModel: viewModel, terminal: terminal)
  }
}
