import Presentation

struct LoginPageView: FormPageView {
  typealias Scene = LoginScene

  let page: PageContext
  let choice = WelcomeScene.Choice.logIn

  func content(of state: Scene.State) -> PageContent {
    let fields: HTML = """
      \(HTML.field(state.username, isOwn: true))\(HTML.secretField(state.password))
      """
    return PageContent(
      heading: AccountWords.logIn,
      body: """
        \(page.form(choice, style: "fields", attributes: .leaving, fields: fields))\
        <p class="hint">\(AccountWords.forgottenPassword)</p>
        <p class="back">\(page.link(to: .start, "Back"))</p>

        """)
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<LoginScene>) -> any PageHost {
    host(of: viewModel, LoginPageView(page: page))
  }
}
