import Presentation

struct TotalLineView: LineView {
  let viewModel: SceneViewModel<TotalScene>
  let terminal: LineTerminal

  func lines(of state: TotalScene.State) -> [String] { ["The sum of all counts is \(state.total)"] }
}

extension LineViewFactory {
  func view(of viewModel: SceneViewModel<TotalScene>) -> any LineView {
    TotalLineView(viewModel: viewModel, terminal: terminal)
  }
}
