import Presentation

@MainActor
struct HistoryLineView: LineSceneView {
  let viewModel: SceneViewModel<HistoryScene>
  let terminal: LineTerminal

  /// Prints what was asked for, changes or bars.
  func show() async throws {
    try terminal.show(viewModel.state)
    let page = terminal.page()
    try terminal.print(
      viewModel.state.changes.lines(on: page) + viewModel.state.chart.lines(on: page))
  }
}

extension LineViews {
  func view(of viewModel: SceneViewModel<HistoryScene>) -> any LineSceneView {
    HistoryLineView(viewModel: viewModel, terminal: terminal)
  }
}
