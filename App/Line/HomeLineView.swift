import Presentation

@MainActor
struct HomeLineView: LineSceneView {
  let viewModel: SceneViewModel<HomeScene>
  let terminal: LineTerminal

  func show() async throws {
    try terminal.show(viewModel.state)
    try list()
  }

  /// Prints the counters.
  func list() throws {
    if let alert = viewModel.state.alert { throw alert.refusal }
    try terminal.print(viewModel.state.counters.lines(on: terminal.page(), shorteningNames: true))
  }
}

extension LineViews {
  func view(of viewModel: SceneViewModel<HomeScene>) -> any LineSceneView {
    HomeLineView(viewModel: viewModel, terminal: terminal)
  }
}
