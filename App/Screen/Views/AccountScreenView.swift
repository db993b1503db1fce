import Domain
import Presentation
import Terminal

struct AccountScreenView: ScreenView {
  typealias Scene = AccountScene

  private let calendar: any LocalCalendar
  /// The choice of the form that is being filled in, and its input.
  private var filling: (choice: Scene.Choice, form: Form)?
  private var isSent = false
  private var question: AskedQuestion<Scene>?
  private(set) var consent: String?

  init(calendar: any LocalCalendar) {
    self.calendar = calendar
  }

  var isTyping: Bool { filling != nil || question != nil }
  func hints(in state: Scene.State) -> [KeyHint] {
    if question != nil { return KeyHint.question }
    return filling != nil ? KeyHint.form : AccountScene.Choice.hints + [.back]
  }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    consent = nil
    if let filling, let form = Scene.form(of: filling.choice, in: state) {
      return fill(key, into: form)
    }
    if question != nil { return question.press(key) }
    guard let choice = key.shortcut(Scene.Choice.self) else {
      return key == .escape ? [.backPressed] : []
    }
    let demand = Scene.demand(of: choice, in: state)
    if case .consent(let question, _) = demand { consent = question }
    if case .form(let form) = demand {
      filling = (choice, Form(for: form))
      return [form.opening].compactMap(\.self)
    }
    return question.take(demand, of: choice)
  }

  private mutating func fill(_ key: KeyPress, into form: SceneForm<Scene.Action>)
    -> [Scene.Action]
  {
    guard let (actions, ending) = filling?.form.press(key, in: form) else { return [] }
    switch ending {
    case .submitted: isSent = true
    case .cancelled: filling = nil
    case nil: break
    }
    return actions
  }

  mutating func finish(in state: Scene.State?) {
    question.finish(in: state)
    if isSent, state?.alert == nil { filling = nil }
    isSent = false
  }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    let details = state.details(in: calendar, on: canvas.metrics)
    let name = canvas.write(paragraphs: Array(details.prefix(1)), row: 0, style: .heading)
    let end = canvas.write(paragraphs: Array(details.dropFirst()), row: name)
    question?.draw(on: &canvas)
    guard let filling, let content = Scene.form(of: filling.choice, in: state) else { return }
    let top = max(0, min(end + 1, canvas.size.rows - 2 * content.fields.count - 2))
    for row in top..<max(top, canvas.size.rows) { canvas.clear(row: row) }
    let row = canvas.write(paragraph: content.heading, row: top, centred: .heading)
    canvas.draw(filling.form, of: content.fields, row: row + 1)
  }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<AccountScene>) -> any ViewHost {
    host(of: viewModel, AccountScreenView(calendar: calendar))
  }
}
