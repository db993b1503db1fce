import Presentation

struct HomeScreenView: SceneView {
  typealias Scene = HomeScene

  private enum Purpose {
    case new, open
  }

  private var list = ListCursor()
  private var question: Question<Purpose>?

  var isTyping: Bool { question != nil }
  func hints(in state: Scene.State) -> [KeyHint] {
    isTyping
      ? KeyHint.question
      : KeyHint.list + HomeShortcut.hints + Destination.hints
        + (state.hasOpenCounter ? [.back] : [])
  }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    if question != nil { return answer(key) }
    switch key.shortcut(HomeShortcut.self) {
    case .new: question = Question(.new, .newCounter)
    case .open: question = Question(.open, .counterToOpen)
    case nil: break
    }
    if let destination = key.shortcut(Destination.self) {
      return [.destinationChosen(destination)]
    }
    switch key {
    case .enter:
      return list.marked(in: state.counters.rows).map { [.counterChosen(named: $0)] } ?? []
    case .escape where state.hasOpenCounter: return [.backPressed]
    default: list.press(key, in: state.counters.rows, height: listHeight(state, rows: rows))
    }
    return []
  }

  private mutating func answer(_ key: KeyPress) -> [Scene.Action] {
    guard let (purpose, name) = question.press(key) else { return [] }
    return switch purpose {
    case .new: [.newCounterNamed(name)]
    case .open: [.counterChosen(named: name)]
    }
  }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    for (row, line) in state.lines.enumerated() {
      canvas.write(line, row: row, column: canvas.margin)
    }
    let height = listHeight(state, rows: canvas.size.rows)
    let top = canvas.size.rows - height
    if state.counters.rows.isEmpty {
      canvas.write(ScreenWords.noCounters, row: top, column: canvas.margin, style: .faint)
    }
    canvas.draw(
      row: top, column: canvas.margin, rows: height,
      columns: canvas.size.columns - 2 * canvas.margin
    ) { list.draw(state.counters, on: &$0) }
    question?.draw(on: &canvas)
  }

  private func listHeight(_ state: Scene.State, rows: Int) -> Int {
    max(0, rows - (state.lines.isEmpty ? 0 : state.lines.count + 1))
  }
}

extension ScreenViews {
  func view(of viewModel: SceneViewModel<HomeScene>) -> any Stage {
    stage(of: viewModel, HomeScreenView())
  }
}
