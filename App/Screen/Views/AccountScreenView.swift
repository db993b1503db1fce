import Domain
import Presentation
import Terminal

struct AccountScreenView: ScreenView {
  typealias Scene = AccountScene

  private let calendar: any LocalCalendar
  private var purpose: Scene.Choice?
  private var isSent = false
  private var form: Form
  private var question: Question<Scene.Choice>?

  init(calendar: any LocalCalendar) {
    self.calendar = calendar
    form = Form(texts: 0, secrets: 1)
  }

  var isTyping: Bool { purpose != nil || question != nil }
  func hints(in state: Scene.State) -> [KeyHint] {
    if question != nil { return KeyHint.question }
    return purpose != nil ? KeyHint.form : AccountScene.Choice.hints + [.back]
  }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    if let purpose { return fill(key, for: purpose, in: state) }
    if question != nil {
      return question.press(key).map { [.dayStartEntered($0.text)] } ?? []
    }
    switch key.shortcut(AccountScene.Choice.self) {
    case .day: question = Question(.day, .dayStart, text: state.dayStart.text)
    case .password: begin(.password, secrets: 3)
    case .delete:
      begin(.delete, secrets: 1)
      return [.deletePressed]
    case .logOut: return [.logOutPressed]
    case .logOutEverywhere: return [.logOutEverywherePressed]
    case nil: if key == .escape { return [.backPressed] }
    }
    return []
  }

  private mutating func begin(_ purpose: Scene.Choice, secrets: Int) {
    self.purpose = purpose
    form = Form(texts: 0, secrets: secrets)
  }

  private mutating func fill(_ key: KeyPress, for purpose: Scene.Choice, in state: Scene.State)
    -> [Scene.Action]
  {
    switch form.press(key, in: fields(of: state, for: purpose)) {
    case .nothing: return []
    case .edited(let index): return changed(index, to: form.secret(index))
    case .submitted:
      isSent = true
      return [purpose == .password ? .changePasswordPressed : .deleteAccountPressed]
    case .cancelled:
      self.purpose = nil
      return (0..<3).flatMap { changed($0, to: SecretLine()) }
    }
  }

  func question(before action: Scene.Action, in state: Scene.State) -> String? {
    switch action {
    case .logOutPressed: AccountWords.logOutQuestion(state.username)
    case .logOutEverywherePressed: AccountWords.logOutEverywhereQuestion(state.username)
    default: nil
    }
  }

  mutating func finish(in state: Scene.State?) {
    question.finish(in: state)
    if isSent, state?.alert == nil { purpose = nil }
    isSent = false
  }

  private func changed(_ index: Int, to line: SecretLine?) -> [Scene.Action] {
    guard let secret = line?.secret else { return [] }
    return switch index {
    case 0: [.passwordChanged(secret)]
    case 1: [.newPasswordChanged(secret)]
    default: [.repetitionChanged(secret)]
    }
  }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    let details = state.details(in: calendar, on: canvas.metrics)
    let name = canvas.write(paragraphs: Array(details.prefix(1)), row: 0, style: .heading)
    let end = canvas.write(paragraphs: Array(details.dropFirst()), row: name)
    question?.draw(on: &canvas)
    guard let purpose else { return }
    let fields = fields(of: state, for: purpose)
    let top = max(0, min(end + 1, canvas.size.rows - 2 * fields.count - 2))
    for row in top..<max(top, canvas.size.rows) { canvas.clear(row: row) }
    let heading =
      purpose == .password
      ? AccountWords.changePassword : AccountWords.deleteAccount(of: state.username)
    let row = canvas.write(paragraph: heading, row: top, centred: .heading)
    canvas.draw(form, of: fields, row: row + 1)
  }

  private func fields(of state: Scene.State, for purpose: Scene.Choice) -> [FormField] {
    guard purpose == .password else { return [.hidden(state.password)] }
    return [.hidden(state.password), .hidden(state.newPassword), .hidden(state.repetition)]
  }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<AccountScene>) -> any ViewHost {
    host(of: viewModel, AccountScreenView(calendar: calendar))
  }
}
