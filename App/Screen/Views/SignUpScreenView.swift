import Presentation

struct SignUpScreenView: ScreenView {
  typealias Scene = SignUpScene

  private var form = Form(for: SignUpScene.form(in: .initial))
  let isTyping = true

  func hints(in state: Scene.State) -> [KeyHint] { KeyHint.form }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    form.press(key, in: Scene.form(in: state)).actions
  }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    let content = Scene.form(in: state)
    let rule = canvas.metrics.wrapped(
      state.passwordRule, to: canvas.size.columns, breakingWords: true)
    let spare = canvas.size.rows - (2 * content.fields.count - 1) - rule.count
    // The password rules are more important than the heading.
    if spare > 0 { canvas.write(content.heading, row: 0, centred: .heading) }
    let row = canvas.write(
      paragraph: state.passwordRule, row: spare > 0 ? 1 : 0, centred: .plain)
    canvas.draw(form, of: content.fields, row: row + (spare > 1 ? 1 : 0))
  }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<SignUpScene>) -> any ViewHost {
    host(of: viewModel, SignUpScreenView())
  }
}
