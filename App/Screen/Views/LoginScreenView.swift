import Presentation

struct LoginScreenView: ScreenView {
  typealias Scene = LoginScene

  private var form = Form(for: LoginScene.form(in: .initial))
  let isTyping = true

  func hints(in state: Scene.State) -> [KeyHint] { KeyHint.form }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    form.press(key, in: Scene.form(in: state)).actions
  }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    let content = Scene.form(in: state)
    canvas.write(content.heading, row: 0, centred: .heading)
    canvas.draw(form, of: content.fields, row: 2)
  }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<LoginScene>) -> any ViewHost {
    host(of: viewModel, LoginScreenView())
  }
}
