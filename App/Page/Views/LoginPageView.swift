import Presentation

struct LoginPageView: PageView {
  typealias Scene = LoginScene

  let page: PageContext

  func content(of state: Scene.State) -> PageContent {
    let fields: HTML = """
      \(HTML.usernameField(state.username, text: state.username.text, isOwn: true))\
      \(HTML.secretField(.password, state.password))
      """
    return PageContent(
      heading: AccountWords.logIn,
      body: """
        \(page.form(WelcomeScene.Choice.logIn, style: "fields", attributes: .leaving, fields: fields))\
        <p class="hint">\(AccountWords.forgottenPassword)</p>
        <p class="back">\(page.link(to: .start, "Back"))</p>

        """)
  }

  func actions(for form: inout SubmittedForm, in state: Scene.State) throws(FormFault)
    -> [Scene.Action]
  {
    var actions: [Scene.Action] = []
    if let username = try form.take(.username) { actions.append(.usernameChanged(username)) }
    if let password = try form.takeSecret(.password) { actions.append(.passwordChanged(password)) }
    switch try form.choice(WelcomeScene.Choice.self) {
    case .logIn: return actions + [.logInPressed]
    case .signUp: throw FormFault()
    case nil: return actions
    }
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<LoginScene>) -> any PageHost {
    host(of: viewModel, LoginPageView(page: page))
  }
}
