import Presentation

@MainActor
struct AccountLineView: LineView {
  let viewModel: SceneViewModel<AccountScene>
  let terminal: LineTerminal

  /// Prints the account.
  func show() async throws {
    try showOutcome()
    try await terminal.print(viewModel.state.details(in: terminal.calendar, on: terminal.metrics()))
  }

  /// Asks for the passwords and changes the password.
  func changePassword() async throws {
    let password = try await terminal.dialogue.ask(viewModel.state.password)
    await viewModel.perform(.passwordChanged(password))
    let newPassword = try await terminal.dialogue.ask(viewModel.state.newPassword)
    await viewModel.perform(.newPasswordChanged(newPassword))
    let repetition = try await terminal.dialogue.ask(viewModel.state.repetition)
    await viewModel.perform([.repetitionChanged(repetition), .changePasswordPressed])
  }

  /// Asks for the password and deletes the account.
  func delete() async throws {
    await viewModel.perform(.deletePressed)
    try showNotice()
    let password = try await terminal.dialogue.ask(viewModel.state.password)
    await viewModel.perform([.passwordChanged(password), .deleteAccountPressed])
  }
}

extension LineViewFactory {
  func view(of viewModel: SceneViewModel<AccountScene>) -> any LineView {
    AccountLineView(viewModel: viewModel, terminal: terminal)
  }
}
