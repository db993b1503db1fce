import Presentation

struct SignUpPageView: FormPageView {
  typealias Scene = SignUpScene

  let page: PageContext
  let choice = WelcomeScene.Choice.signUp

  func content(of state: Scene.State) -> PageContent {
    let fields: HTML = """
      \(HTML.field(state.username, isOwn: true))\
      <p class="hint">\(state.passwordRule)</p>
      \(HTML.secretField(state.password, isNew: true))\
      \(HTML.secretField(state.repetition, isNew: true))
      """
    return PageContent(
      heading: AccountWords.signUp,
      body: """
        \(page.form(choice, style: "fields", attributes: .leaving, fields: fields))\
        <p class="back">\(page.link(to: .start, "Back"))</p>

        """)
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<SignUpScene>) -> any PageHost {
    host(of: viewModel, SignUpPageView(page: page))
  }
}
