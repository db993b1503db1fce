import Presentation

@MainActor
struct HomeLineView {
  let viewModel: SceneViewModel<HomeScene>
  let terminal: LineTerminal

  /// Prints the counters.
  func list() throws {
    if let alert = viewModel.state.alert { throw alert.refusal }
    try terminal.print(viewModel.state.counters.lines(on: terminal.page()))
  }
}
