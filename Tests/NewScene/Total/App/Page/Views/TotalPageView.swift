import Presentation

struct TotalPageView: PageView {
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

  func actions(for form: inout SubmittedForm, in state: Scene.State) throws(FormFault)
    -> [Scene.Action]
  {
    switch try form.choice(TotalScene.Choice.self) {
    case .refresh: return [.refreshPressed]
    case nil: throw FormFault()
    }
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<TotalScene>) -> any PageHost {
    host(of: viewModel, TotalPageView(page: page))
  }
}
