import Presentation

@MainActor
struct HistoryLineView: LineSceneView {
  let viewModel: SceneViewModel<HistoryScene>
  let terminal: LineTerminal

  /// Prints what was asked for, changes or bars.
  func show() async throws {
    try showOutcome()
    let (state, page) = (viewModel.state, terminal.page())
    let changes = Table(history: state.changes, in: terminal.days)
    let chart = BarChart(state.chart, by: state.span ?? .day, in: terminal.days)
    try terminal.print(changes.lines(on: page) + chart.lines(on: page))
  }
}

extension LineViews {
  func view(of viewModel: SceneViewModel<HistoryScene>) -> any LineSceneView {
    HistoryLineView(viewModel: viewModel, terminal: terminal)
  }
}
