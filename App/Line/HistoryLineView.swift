import Presentation
import Terminal

@MainActor
struct HistoryLineView: LineView {
  let viewModel: SceneViewModel<HistoryScene>
  let terminal: LineTerminal

  /// Prints the requested changes or bars.
  func show() async throws {
    try showOutcome()
    let (state, metrics) = (viewModel.state, terminal.metrics())
    let changes = Table(
      history: state.changes, in: terminal.calendar, namingAuthors: state.namesAuthors)
    let chart = BarChart(state.chart, by: state.span ?? .day, in: terminal.calendar)
    try await terminal.print(changes.lines(on: metrics) + chart.lines(on: metrics))
    if let line = state.setsAndResets.flatMap(StatisticsWords.notInChart) { terminal.remark(line) }
    if state.newest > 0, state.changes.isEmpty { terminal.remark(CounterWords.noChanges) }
  }
}

extension LineViewFactory {
  func view(of viewModel: SceneViewModel<HistoryScene>) -> any LineView {
    HistoryLineView(viewModel: viewModel, terminal: terminal)
  }
}
