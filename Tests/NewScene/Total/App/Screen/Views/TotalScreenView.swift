import Presentation

struct TotalScreenView: ScreenView {
  typealias Scene = TotalScene

  func hints(in state: Scene.State) -> [KeyHint] { TotalScene.Choice.hints + [.back] }

  func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    action(of: key, in: state).map { [$0] } ?? (key == .escape ? [.backPressed] : [])
  }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    canvas.write(paragraphs: ["The sum of all counts is \(state.total)"], row: 0)
  }
}

extension TotalScene: KeyedDestination {
  static let key: Character = "t"
}

extension TotalScene.Choice: Shortcut {
  var key: Character {
    switch self {
    case .refresh: "."
    }
  }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<TotalScene>) -> any ViewHost {
    host(of: viewModel, TotalScreenView())
  }
}
