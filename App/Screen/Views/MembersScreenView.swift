import Domain
import Presentation
import Terminal

struct MembersScreenView: ScreenView {
  typealias Scene = MembersScene

  private var list: ListCursor<Member.ID>
  private var question: Question<Role.Permission>?

  /// Creates a view with this member marked.
  init(marking member: Member.ID?) {
    list = ListCursor(on: member)
  }

  var isTyping: Bool { question != nil }

  func hints(in state: Scene.State) -> [KeyHint] {
    if isTyping { return KeyHint.question }
    return [.moving] + (state.isOwner ? [.role] : []) + state.choices.map { KeyHint($0) } + [.back]
  }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    if question != nil {
      return question.press(key).map { [.shared(with: $0.text, as: $0.purpose)] } ?? []
    }
    let choice = key.shortcut(MembersScene.Choice.self)
    let isOwnerOnly = choice.map { $0 != .leave } ?? (key == .enter)
    if isOwnerOnly, !state.isOwner { return [.ownerOnlyPressed] }
    let marked = list.marked(in: state.members)
    switch choice {
    case .share: question = Question(.counts, ScreenWords.sharing(state.counter))
    case .shareForViewing: question = Question(.views, ScreenWords.sharing(state.counter, .views))
    case .unshare:
      // The first row is the owner, who cannot be removed.
      guard let marked, marked.permission != nil else { return [] }
      return [.unshared(with: marked.username.text)]
    case .leave: return [.leavePressed]
    case nil: break
    }
    switch key {
    case .enter:
      guard let marked, let permission = marked.permission else { return [] }
      return [
        .shared(with: marked.username.text, as: permission == .counts ? .views : .counts)
      ]
    // The mouse changes nobody's role: a second click would do that too easily.
    case .row(let row, let top, let id):
      _ = list.mark(row, top: top, id: id, in: state.members)
    case .escape: return [.backPressed]
    default:
      list.press(key, in: state.members, height: rows - Self.top - questionHeight)
    }
    return []
  }

  func question(before action: Scene.Action, in state: Scene.State) -> String? {
    switch action {
    case .unshared(let username): MemberWords.unshareQuestion(state.counter, with: username)
    case .leavePressed: MemberWords.leaveQuestion(state.counter)
    default: nil
    }
  }

  mutating func finish(in state: Scene.State?) { question.finish(in: state) }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    canvas.write(paragraphs: [state.about], row: 0, style: .faint)
    canvas.draw(
      row: Self.top, column: canvas.margin, rows: canvas.size.rows - Self.top - questionHeight,
      columns: canvas.size.columns - 2 * canvas.margin
    ) { list.draw(state.members, on: &$0) { Table(members: $0) } }
    question?.draw(on: &canvas)
  }

  /// The row of the sentence above the list, and an empty row.
  private static let top = 2

  private var questionHeight: Int { question?.rows ?? 0 }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<MembersScene>) -> any ViewHost {
    host(of: viewModel, MembersScreenView(marking: viewModel.state.members.first?.id))
  }
}
