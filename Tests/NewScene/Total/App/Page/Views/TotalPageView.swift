import Presentation

struct TotalPageView: ChoosingPageView {
  typealias Scene = TotalScene

  let page: PageContext

  func content(of state: Scene.State) -> PageContent {
    PageContent(
      heading: TotalScene.label.asHeading,
      body: """
        <p>The sum of all counts is \(state.total)</p>
        \(page.form(TotalScene.Choice.refresh))
        """)
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<TotalScene>) -> any PageHost {
    host(of: viewModel, TotalPageView(page: page))
  }
}
