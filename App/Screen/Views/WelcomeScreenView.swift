import Presentation

struct WelcomeScreenView: ScreenView {
  typealias Scene = WelcomeScene

  private var isSignUpMarked = false
  func hints(in state: Scene.State) -> [KeyHint] { WelcomeScene.Choice.hints }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    if let action = action(of: key, in: state) { return [action] }
    switch key {
    case .up, .down, .tab, .backTab: isSignUpMarked.toggle()
    case .enter: return [isSignUpMarked ? .signUpPressed : .logInPressed]
    default: break
    }
    return []
  }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    let top = max(0, canvas.size.rows / 2 - 3)
    let end = canvas.write(paragraph: state.about, row: top, centred: .heading)
    for (row, choice) in [(state.logIn, !isSignUpMarked), (state.signUp, isSignUpMarked)]
      .enumerated()
    {
      let (label, isMarked) = choice
      canvas.write("  \(label)  ", row: end + 1 + row, centred: isMarked ? .selected : .plain)
    }
  }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<WelcomeScene>) -> any ViewHost {
    host(of: viewModel, WelcomeScreenView())
  }
}
