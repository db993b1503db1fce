import Presentation

@MainActor
struct WelcomeLineView {
  let viewModel: SceneViewModel<WelcomeScene>
  let terminal: LineTerminal

  /// Tells a person who has just come what Tally is and what to type.
  func greet() throws {
    try terminal.print(
      [viewModel.state.about] + LineHelp.lines(in: .signedOut, on: terminal.page()))
  }
}
