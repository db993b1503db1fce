import Domain
import Presentation

struct MembersPageView: ChoosingPageView {
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
        \((page.link ?? state.link).map(invitation))<ul class="list members">
        \(rows)</ul>
        \(invitations(in: state))\(forms(in: state))<p class="hint">\(state.about)</p>

        """)
  }

  /// The link of a new invitation, with the code that phones scan.
  private func invitation(_ link: String) -> HTML {
    let picture = page.code(link).map { rows in
      let size = rows.count + 2 * PageWords.codeMargin
      let dark = rows.enumerated().flatMap { row, columns in
        columns.enumerated().filter(\.element).map { column, _ in
          "M\(column + PageWords.codeMargin) \(row + PageWords.codeMargin)h1v1h-1z"
        }
      }
      return """
        <svg class="code" viewBox="0 0 \(size) \(size)" shape-rendering="crispEdges" role="img" \
        aria-label="\(PageWords.code)"><rect width="\(size)" height="\(size)" fill="#fff"/>\
        <path d="\(dark.joined())" fill="#000"/></svg>

        """ as HTML
    }
    return """
      <div class="invitation">
      \(picture)<p><a href="\(exactly: link)">\(link)</a></p>
      <p class="hint">\(PageWords.linkOnce). \(InvitationWords.visibility)</p>
      </div>

      """
  }

  private func invitations(in state: Scene.State) -> HTML? {
    guard !state.invitations.isEmpty else { return nil }
    let rows = state.invitations.map { invitation in
      """
      <li><p>\(InvitationWords.summary(invitation, in: page.calendar))</p>
      \(page.form(Choice.uninvite, button: "End", hidden: [(.invitation, "\(invitation.number)")]))</li>

      """ as HTML
    }
    return "<ul class=\"list invitations\">\n\(rows)</ul>\n"
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
    // Both buttons send the same form, which keeps what was typed whichever was pressed.
    let pressed = page.isPressed(Choice.inviteForViewing) ? Choice.inviteForViewing : .invite
    let invite = page.form(style: "fields") {
      """
      \(fields(of: pressed, in: state))\
      \(page.button(Choice.invite)) \(page.button(Choice.inviteForViewing))
      """
    }
    let isOpen = page.isPressed(pressed) && state.alert != nil
    return """
      \(page.details(PageWords.inviteGuests, isOpen: isOpen, content: invite))\
      \(page.form(Choice.share, fields: fields(of: .share, in: state)))\
      \(page.form(Choice.shareForViewing, fields: fields(of: .shareForViewing, in: state)))
      """
  }
}

extension PageViewFactory {
  func view(of viewModel: SceneViewModel<MembersScene>) -> any PageHost {
    host(of: viewModel, MembersPageView(page: page))
  }
}
