import Presentation

struct SignUpScreenView: ScreenView {
  typealias Scene = SignUpScene

  private var form: Form
  let isTyping = true

  init() {
    form = Form(texts: 1, secrets: 2)
  }

  func hints(in state: Scene.State) -> [KeyHint] { KeyHint.form }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    switch form.press(key, in: fields(of: state)) {
    case .edited(0): return [.usernameChanged(form.text(0))]
    case .edited(1): return form.secret(1).map { [.passwordChanged($0.secret)] } ?? []
    case .edited: return form.secret(2).map { [.repetitionChanged($0.secret)] } ?? []
    case .submitted: return [.signUpPressed]
    case .cancelled: return [.cancelPressed]
    case .nothing: return []
    }
  }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    let fields = fields(of: state)
    let rule = canvas.metrics.wrapped(
      state.passwordRule, to: canvas.size.columns, breakingWords: true)
    let spare = canvas.size.rows - (2 * fields.count - 1) - rule.count
    // The password rules are more important than the heading.
    if spare > 0 { canvas.write(AccountWords.signUp, row: 0, centred: .heading) }
    let row = canvas.write(
      paragraph: state.passwordRule, row: spare > 0 ? 1 : 0, centred: .plain)
    canvas.draw(form, of: fields, row: row + (spare > 1 ? 1 : 0))
  }

  private func fields(of state: Scene.State) -> [FormField] {
    [.shown(state.username), .hidden(state.password), .hidden(state.repetition)]
  }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<SignUpScene>) -> any ViewHost {
    host(of: viewModel, SignUpScreenView())
  }
}
