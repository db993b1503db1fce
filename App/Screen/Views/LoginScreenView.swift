import Presentation

struct LoginScreenView: ScreenView {
  typealias Scene = LoginScene

  private var form: Form
  let isTyping = true

  init() {
    form = Form(texts: 1, secrets: 1)
  }

  func hints(in state: Scene.State) -> [KeyHint] { KeyHint.form }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    switch form.press(key, in: fields(of: state)) {
    case .edited(0): return [.usernameChanged(form.text(0))]
    case .edited: return form.secret(1).map { [.passwordChanged($0.secret)] } ?? []
    case .submitted: return [.logInPressed]
    case .cancelled: return [.cancelPressed]
    case .nothing: return []
    }
  }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    canvas.write(AccountWords.logIn, row: 0, centred: .heading)
    canvas.draw(form, of: fields(of: state), row: 2)
  }

  private func fields(of state: Scene.State) -> [FormField] {
    [.shown(state.username), .hidden(state.password)]
  }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<LoginScene>) -> any ViewHost {
    host(of: viewModel, LoginScreenView())
  }
}
