import Presentation

@MainActor
struct WelcomeLineView: LineView {
  let viewModel: SceneViewModel<WelcomeScene>
  let terminal: LineTerminal

  /// Tells a new user what Tally is and what to type.
  func show() async throws {
    try terminal.print(sentences: [viewModel.state.about])
    try await terminal.print(LineHelp.lines(in: .signedOut, on: terminal.metrics()))
    try showOutcome()
  }
}

extension LineViewFactory {
  func view(of viewModel: SceneViewModel<WelcomeScene>) -> any LineView {
    WelcomeLineView(viewModel: viewModel, terminal: terminal)
  }
}
