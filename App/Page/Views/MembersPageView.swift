import Domain
import Presentation

struct MembersPageView: PageView {
  typealias Scene = MembersScene
  typealias Choice = MembersScene.Choice

  let page: PageContext

  func content(of state: Scene.State) -> PageContent {
    let name = state.counter.typedName
    let rows = state.members.map { row($0, in: state) }
    return PageContent(
      heading: PageWords.members(of: name),
      body: """
        <p class="back">\(HTML.link(to: .counter(state.counter.typedName), PageWords.back(to: name)))</p>
        <ul class="list members">
        \(rows)</ul>
        \(forms(in: state))<p class="hint">\(state.about)</p>

        """)
  }

  private func row(_ member: Member, in state: Scene.State) -> HTML {
    """
    <li><p><b>\(HTML.name(member.username.text))</b> \(MemberWords.role(member.permission)) \
    <small>\(CounterWords.today(member.recent)), \(CounterWords.inAll(member.total))</small></p>
    \(state.isOwner ? buttons(for: member) : "")</li>

    """
  }

  /// What the owner can do with a member.
  private func buttons(for member: Member) -> HTML {
    guard let permission = member.permission else { return "" }
    let username = [(name: FieldName.username, value: member.username.text)]
    let role: HTML =
      member.username.isGuest
      ? ""
      : permission == .counts
        ? page.form(Choice.shareForViewing, button: "Let only view", hidden: username)
        : page.form(Choice.share, button: "Let count", hidden: username)
    let unshare = page.form(
      Choice.unshare, style: "fields", hidden: username,
      fields: "<p>\(MemberWords.unshareQuestion)</p>")
    return role + page.details(Choice.unshare.label, content: unshare)
  }

  private func forms(in state: Scene.State) -> HTML {
    guard state.isOwner else {
      return page.details(Choice.leave, fields: "<p>\(MemberWords.leaveQuestion)</p>")
    }
    func username(_ choice: Choice, _ field: Field) -> HTML {
      .usernameField(field, text: page.typed(.username, for: choice), isOwn: false)
    }
    return """
      \(page.form(Choice.share, fields: username(.share, .sharedWith)))\
      \(page.form(
        Choice.shareForViewing, fields: username(.shareForViewing, .sharedForViewing)))
      """
  }

  func actions(for form: inout SubmittedForm, in state: Scene.State) throws(FormFault)
    -> [Scene.Action]
  {
    switch try form.choice(Choice.self) {
    case .share: return [.shared(with: try form.require(.username), as: .counts)]
    case .shareForViewing: return [.shared(with: try form.require(.username), as: .views)]
    case .unshare: return [.unshared(with: try form.require(.username))]
    case .leave: return [.leavePressed]
    case nil: throw FormFault()
    }
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<MembersScene>) -> any PageHost {
    host(of: viewModel, MembersPageView(page: page))
  }
}
