import Presentation

extension Views {
  func view(of viewModel: SceneViewModel<TotalScene>) -> View {
    let view = SceneView(of: viewModel) { ["The sum of all counts is \($0.total)"] }
    view.addChoices(back: .backPressed)
    return view
  }
}
