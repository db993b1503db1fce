import Presentation

@MainActor
struct MembersLineView: LineView {
  let viewModel: SceneViewModel<MembersScene>
  let terminal: LineTerminal

  /// Prints who may count or view, and what everybody should know.
  func show() async throws {
    try showOutcome()
    let metrics = terminal.metrics()
    let table = Table(members: viewModel.state.members)
    try await terminal.print(
      table.lines(on: metrics, shorteningNames: true) + [viewModel.state.about])
  }
}

extension LineViewFactory {
  func view(of viewModel: SceneViewModel<MembersScene>) -> any LineView {
    MembersLineView(viewModel: viewModel, terminal: terminal)
  }
}
