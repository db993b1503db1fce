import Presentation
import Terminal

@MainActor
struct MembersLineView: LineView {
  let viewModel: SceneViewModel<MembersScene>
  let terminal: LineTerminal

  /// Prints the members.
  func show() async throws {
    try showOutcome()
    let table = Table(members: viewModel.state.members)
    try await terminal.print(table.memberLines(on: terminal.metrics()))
  }
}

extension LineViewFactory {
  func view(of viewModel: SceneViewModel<MembersScene>) -> any LineView {
    MembersLineView(viewModel: viewModel, terminal: terminal)
  }
}
