import Presentation

struct SignUpPageView: PageView {
  typealias Scene = SignUpScene

  let page: PageContext

  func content(of state: Scene.State) -> PageContent {
    let fields: HTML = """
      \(HTML.usernameField(state.username, text: state.username.text, isOwn: true))\
      <p class="hint">\(state.passwordRule)</p>
      \(HTML.secretField(.password, state.password, isNew: true))\
      \(HTML.secretField(.repetition, state.repetition, isNew: true))
      """
    return PageContent(
      heading: AccountWords.signUp,
      body: """
        \(page.form(WelcomeScene.Choice.signUp, style: "fields", attributes: .leaving, fields: fields))\
        <p class="back">\(page.link(to: .start, "Back"))</p>

        """)
  }

  func actions(for form: inout SubmittedForm, in state: Scene.State) throws(FormFault)
    -> [Scene.Action]
  {
    var actions: [Scene.Action] = []
    if let username = try form.take(.username) { actions.append(.usernameChanged(username)) }
    if let password = try form.takeSecret(.password) { actions.append(.passwordChanged(password)) }
    if let again = try form.takeSecret(.repetition) { actions.append(.repetitionChanged(again)) }
    switch try form.choice(WelcomeScene.Choice.self) {
    case .signUp: return actions + [.signUpPressed]
    case .logIn: throw FormFault()
    case nil: return actions
    }
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<SignUpScene>) -> any PageHost {
    host(of: viewModel, SignUpPageView(page: page))
  }
}
