import Domain
import Presentation

struct AccountPageView: PageView {
  typealias Scene = AccountScene
  typealias Choice = AccountScene.Choice

  let page: PageContext

  func content(of state: Scene.State) -> PageContent {
    PageContent(
      heading: state.username.text, hasNotice: page.isPressed(Choice.delete),
      body: """
        <p>\(AccountWords.since(page.calendar.civilTime(at: state.since)))<br>
        \(AccountWords.dayBegins(at: state.dayStart))</p>
        \(sessions(of: state))\(page.form(Choice.logOut, attributes: .leaving))\(forms(in: state))
        """)
  }

  private func sessions(of state: Scene.State) -> HTML {
    guard !state.otherSessions.isEmpty else { return "<p>\(AccountWords.nowhereElse)</p>\n" }
    let rows = state.otherSessions.map { session in
      let used = AccountWords.lastUsed(page.calendar.civilTime(at: session.lastUsedAt))
      return "<li>\(HTML.name(session.place)) <small>\(used)</small></li>\n" as HTML
    }
    return "<p>\(AccountWords.elsewhere)</p>\n<ul class=\"list\">\n\(rows)</ul>\n"
  }

  private func forms(in state: Scene.State) -> HTML {
    let passwords: HTML = """
      \(account(in: state))\(HTML.secretField(.password, state.password))\
      \(HTML.secretField(.newPassword, state.newPassword, isNew: true))\
      \(HTML.secretField(.repetition, state.repetition, isNew: true))
      """
    return """
      \(page.details(
        Choice.day, heading: Choice.day.meaning, button: "Set",
        fields: .field(
          .dayStart, .dayStart,
          text: page.typed(.dayStart, for: Choice.day, or: state.dayStart.text),
          attributes: " type=\"time\"")))\
      \(page.details(
        Choice.logOutEverywhere, heading: Choice.logOutEverywhere.meaning, button: "Log out",
        attributes: .leaving,
        fields: "<p>\(AccountWords.logOutEverywhereQuestion)</p>"))\
      \(page.details(
        Choice.password, heading: AccountWords.changePassword, button: "Change it",
        fields: passwords))\
      \(page.deletion(
        Choice.delete, heading: AccountWords.deleteAccount, notice: state.notice,
        attributes: .leaving,
        field: account(in: state)
          + HTML.secretField(.password, state.password, attributes: .focused)))
      """
  }

  /// Tells a password manager whose password it is; it is not sent.
  private func account(in state: Scene.State) -> HTML {
    """
    <input class="unseen" autocomplete="username" value="\(exactly: state.username.text)" \
    aria-hidden="true" tabindex="-1" readonly>
    """
  }

  func actions(for form: inout SubmittedForm, in state: Scene.State) throws(FormFault)
    -> [Scene.Action]
  {
    switch try form.choice(Choice.self) {
    case .logOut: return [.logOutPressed]
    case .logOutEverywhere: return [.logOutEverywherePressed]
    case .delete:
      guard let password = try form.takeSecret(.password) else { return [.deletePressed] }
      return [.passwordChanged(password), .deleteAccountPressed]
    case .day: return [.dayStartEntered(try form.require(.dayStart))]
    case .password: return try passwords(in: &form) + [.changePasswordPressed]
    case nil: return try passwords(in: &form)
    }
  }

  private func passwords(in form: inout SubmittedForm) throws(FormFault) -> [Scene.Action] {
    let password = try form.takeSecret(.password).map(Scene.Action.passwordChanged)
    let new = try form.takeSecret(.newPassword).map(Scene.Action.newPasswordChanged)
    let repetition = try form.takeSecret(.repetition).map(Scene.Action.repetitionChanged)
    return [password, new, repetition].compactMap(\.self)
  }

  func isQuestion(_ action: Scene.Action) -> Bool {
    if case .deletePressed = action { true } else { false }
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<AccountScene>) -> any PageHost {
    host(of: viewModel, AccountPageView(page: page))
  }
}
