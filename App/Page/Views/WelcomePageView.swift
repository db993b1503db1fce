import Presentation

struct WelcomePageView: ChoosingPageView {
  typealias Scene = WelcomeScene

  let page: PageContext
  let links = Scene.Choice.allCases

  func content(of state: Scene.State) -> PageContent {
    let signUp =
      page.allowsSignUp
      ? page.link(to: .signUp, "\(state.signUp)") : "<span>\(PageWords.noSignUp)</span>"
    return PageContent(
      // The heading is the name of the program.
      heading: PageWords.title, hasTop: false,
      body: """
        <p>\(state.about)</p>
        <p class="choices first">\(page.link(to: .login, "\(state.logIn)")) \(signUp)</p>

        """)
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<WelcomeScene>) -> any PageHost {
    host(of: viewModel, WelcomePageView(page: page))
  }
}
