import Domain
import Presentation

struct AccountPageView: ChoosingPageView {
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
      \(account(in: state))\(HTML.secretField(state.password))\
      \(HTML.secretField(state.newPassword, isNew: true))\
      \(HTML.secretField(state.repetition, isNew: true))
      """
    return """
      \(page.details(
        Choice.day, heading: Choice.day.meaning, button: "Set",
        fields: fields(of: .day, in: state)))\
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
        field: account(in: state) + HTML.secretField(state.password, attributes: .focused)))
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
    if let choice = try form.choice(Choice.self) {
      return try actions(of: choice, for: &form, in: state)
    }
    // Only passwords are sent as far as they are filled in.
    guard case .form(let passwords) = Scene.demand(of: .password, in: state) else {
      throw FormFault()
    }
    return try form.takeEdits(of: passwords)
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<AccountScene>) -> any PageHost {
    host(of: viewModel, AccountPageView(page: page))
  }
}
