import Presentation

struct WelcomePageView: PageView {
  typealias Scene = WelcomeScene

  let page: PageContext

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

  /// The choices are links.
  func actions(for form: inout SubmittedForm, in state: Scene.State) throws(FormFault)
    -> [Scene.Action]
  {
    throw FormFault()
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<WelcomeScene>) -> any PageHost {
    host(of: viewModel, WelcomePageView(page: page))
  }
}
