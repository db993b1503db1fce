import Presentation

@MainActor
struct HistoryLineView {
  let viewModel: SceneViewModel<HistoryScene>
  let terminal: LineTerminal

  /// Prints what was asked for, changes or bars.
  func show() throws {
    try terminal.show(viewModel.state)
    let page = terminal.page()
    try terminal.print(
      viewModel.state.changes.lines(on: page) + viewModel.state.chart.lines(on: page))
  }
}
