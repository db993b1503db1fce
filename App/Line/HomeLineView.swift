import Domain
import Presentation
import Terminal

@MainActor
struct HomeLineView: LineView {
  let viewModel: SceneViewModel<HomeScene>
  let terminal: LineTerminal

  func lines(of state: HomeScene.State) -> [String] {
    state.openCounter == nil ? [Refusal.noCounterOpen.sentence] : []
  }

  func show() async throws {
    try showOutcome()
    try await list()
  }

  /// Prints the counters.
  func list() async throws {
    if let alert = viewModel.state.alert { throw alert.refusal }
    let table = Table(listing: viewModel.state.counters, in: terminal.calendar)
    try await terminal.print(table.lines(on: terminal.metrics(), shorteningNames: true))
    if viewModel.state.counters.isEmpty { terminal.remark(CounterWords.noCounters) }
  }
}

extension LineViewFactory {
  func view(of viewModel: SceneViewModel<HomeScene>) -> any LineView {
    HomeLineView(viewModel: viewModel, terminal: terminal)
  }
}
