import Domain
import Presentation
import Terminal

struct MembersScreenView: ScreenView {
  typealias Scene = MembersScene

  private let calendar: any LocalCalendar
  private var list: ListCursor<Member.ID>
  private var question: AskedQuestion<Scene>?
  private(set) var consent: String?

  /// Creates a view with this member marked.
  init(marking member: Member.ID?, calendar: any LocalCalendar) {
    list = ListCursor(on: member)
    self.calendar = calendar
  }

  var isTyping: Bool { question != nil }

  func hints(in state: Scene.State) -> [KeyHint] {
    if let question { return question.hints }
    if state.link != nil { return [.back] }
    return [.moving] + (state.isOwner ? [.role] : []) + state.choices.map { KeyHint($0) } + [.back]
  }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    consent = nil
    if question != nil { return question.press(key) }
    // The link is not shown again, so no other key takes it away.
    if state.link != nil { return key == .escape || key == .enter ? [.linkSeen] : [] }
    let marked = list.marked(in: state.members)
    if let choice = key.shortcut(Scene.Choice.self) {
      guard choice == .unshare, state.isOwner else {
        return take(Scene.demand(of: choice, in: state), of: choice)
      }
      let unsharing = marked.flatMap { Scene.unsharing($0, in: state) }
      return unsharing.map { take($0, of: choice) } ?? []
    }
    switch key {
    case .enter where !state.isOwner: return [.ownerOnlyPressed]
    case .enter: return marked.flatMap { Scene.changingRole(of: $0) }.map { [$0] } ?? []
    // The mouse changes nobody's role: a second click would do that too easily.
    case .row(let row, let top, let id):
      _ = list.mark(row, top: top, id: id, in: state.members)
    case .escape: return [.backPressed]
    default:
      list.press(key, in: state.members, height: rows - top(in: state, rows: rows) - questionHeight)
    }
    return []
  }

  /// Shows the question of a demand, or asks for consent to its action.
  private mutating func take(_ demand: Demand<Scene.Action>, of choice: Scene.Choice)
    -> [Scene.Action]
  {
    if case .consent(let question, _) = demand { consent = question }
    return question.take(demand, of: choice)
  }

  mutating func finish(in state: Scene.State?) { question.finish(in: state) }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    if let link = state.link { return canvas.draw(invitation: link) }
    let lines = lines(in: state, rows: canvas.size.rows)
    for (row, line) in lines.enumerated() {
      canvas.write(
        line, row: row, column: canvas.margin, width: canvas.size.columns - 2 * canvas.margin,
        style: .faint)
    }
    canvas.draw(
      row: lines.count + 1, column: canvas.margin,
      rows: canvas.size.rows - lines.count - 1 - questionHeight,
      columns: canvas.size.columns - 2 * canvas.margin
    ) { list.draw(state.members, on: &$0) { Table(members: $0) } }
    question?.draw(on: &canvas)
  }

  /// The sentences above the list: who sees names, and the invitations as far as there is room,
  /// which is all of it while the number of one is asked for.
  private func lines(in state: Scene.State, rows: Int) -> [String] {
    if state.invitations.isEmpty { return [state.about] }
    if question?.choice == .uninvite {
      return state.invitations.prefix(max(1, rows - questionHeight - 1)).map {
        InvitationWords.summary($0, in: calendar)
      }
    }
    let invitations =
      state.invitations.count <= max(1, rows / 5)
      ? state.invitations.map { InvitationWords.summary($0, in: calendar) }
      : [InvitationWords.number(state.invitations)]
    return [state.about] + invitations
  }

  /// The first row of the list, below an empty one.
  private func top(in state: Scene.State, rows: Int) -> Int {
    lines(in: state, rows: rows).count + 1
  }

  private var questionHeight: Int { question?.rows ?? 0 }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<MembersScene>) -> any ViewHost {
    host(
      of: viewModel,
      MembersScreenView(marking: viewModel.state.members.first?.id, calendar: calendar))
  }
}

extension Canvas {
  /// A smaller margin than usual, so that 24 rows are enough.
  private static let codeMargin = 2
  private static let narrowestText = 30

  /// Draws the link of an invitation and, if there is room, its code: beside each other, or below.
  fileprivate mutating func draw(invitation link: String) {
    let code = metrics.hasBlocks ? QRCode(link)?.blocks(margin: Self.codeMargin) : nil
    let width = code?.first?.unicodeScalars.count ?? 0
    let place = margin
    let isBeside = size.columns - 2 * margin - width - 2 >= Self.narrowestText
    let column = isBeside && code != nil ? width + margin : 0
    var below = 0
    draw(row: 0, column: column, rows: size.rows, columns: size.columns - column) { canvas in
      below = canvas.write(paragraphs: [link, InvitationWords.visibility], row: 0)
    }
    let top = isBeside ? 0 : below + 1
    guard let code else { return }
    guard top + code.count <= size.rows, width + place <= size.columns else {
      write(paragraphs: [ScreenWords.noRoomForCode], row: below + 1, style: .faint)
      return
    }
    for (row, line) in code.enumerated() {
      write(line, row: top + row, column: place, style: .code)
    }
  }
}
