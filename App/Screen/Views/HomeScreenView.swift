import Domain
import Presentation
import Terminal

struct HomeScreenView: ScreenView {
  typealias Scene = HomeScene

  private let calendar: any LocalCalendar
  /// The scene's mark, or in a search the view's own.
  private var list = ListCursor<Counter.ID>()
  private var question: AskedQuestion<Scene>?
  /// Cached between key and frame, so that a long list is searched only once.
  private var finding: CounterSearch?

  init(calendar: any LocalCalendar) {
    self.calendar = calendar
  }

  var isTyping: Bool { question != nil }

  func hints(in state: Scene.State) -> [KeyHint] {
    switch question?.choice {
    case .new: KeyHint.question
    case .search: KeyHint.search
    case .add, .subtract, .undo, nil:
      KeyHint.list + HomeScene.Choice.hints + Destination.hints
        + (state.openCounter == nil ? [] : [.back])
    }
  }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    list = list(in: state)
    if case .row(let row, let top, let id) = key, question?.choice != .new {
      let wasMarked = list.mark(row, top: top, id: id, in: found(in: state))
      return wasMarked ? openMarked(in: state) : marking(in: state)
    }
    switch (question?.choice, key) {
    case (nil, _): break
    case (.search, .up), (.search, .down), (.search, .pageUp), (.search, .pageDown):
      list.press(key, in: found(in: state), height: listHeight(state, rows: rows))
      return []
    case (_, _): return answer(key, in: state)
    }
    if let choice = key.shortcut(Scene.Choice.self) {
      return question.take(Scene.demand(of: choice, in: state), of: choice)
    }
    if let destination = key.shortcut(Destination.self) {
      return [.destinationChosen(destination)]
    }
    switch key {
    case .enter: return openMarked(in: state)
    case .escape where state.openCounter != nil: return [.backPressed]
    default:
      list.press(key, in: state.counters, height: listHeight(state, rows: rows))
      return marking(in: state)
    }
  }

  private func openMarked(in state: Scene.State) -> [Scene.Action] {
    [.counterOpened(list.marked(in: found(in: state))?.counter)]
  }

  /// Marks for the scene what the view has marked, except in a search.
  private func marking(in state: Scene.State) -> [Scene.Action] {
    guard searched == nil, let key = list.key, key != state.marked else { return [] }
    return [.marked(key)]
  }

  /// The cursor, which follows the scene's mark except in a search.
  private func list(in state: Scene.State) -> ListCursor<Counter.ID> {
    var list = list
    if searched == nil { list.key = state.marked }
    return list
  }

  func isRepeatable(_ action: Scene.Action) -> Bool {
    if case .countPressed(_, .some, _) = action { true } else { false }
  }

  private mutating func answer(_ key: KeyPress, in state: Scene.State) -> [Scene.Action] {
    let before = question?.text
    let answer = question.press(key)
    finding = searched.map { CounterSearch($0, in: state.counters) }
    if let finding, finding.text != before { list = ListCursor(on: finding.best?.id) }
    // A found counter stays marked after the search.
    guard !answer.isEmpty else { return marking(in: state) }
    // What was marked is opened by its id, even if the name means another counter by now.
    return question?.choice == .search && list.key != nil ? openMarked(in: state) : answer
  }

  mutating func finish(in state: Scene.State?) { question.finish(in: state) }

  /// The listed counters: all, or those that match the search.
  private func found(in state: Scene.State) -> [CounterSummary] {
    searched.map { CounterSearch.found($0, in: state.counters, by: finding) } ?? state.counters
  }

  /// The searched text; `nil` without a search.
  private var searched: String? {
    question.flatMap { $0.choice == .search ? $0.text : nil }
  }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    let end = canvas.write(paragraphs: lines(of: state), row: 0)
    let top = end == 0 ? 0 : end + 1
    let found = found(in: state)
    if found.isEmpty {
      let words = state.counters.isEmpty ? CounterWords.noCounters : CounterWords.nothingFound
      canvas.write(words, row: top, column: canvas.margin, style: .faint)
    }
    canvas.draw(
      row: top, column: canvas.margin, rows: canvas.size.rows - top - questionHeight,
      columns: canvas.size.columns - 2 * canvas.margin
    ) { list(in: state).draw(found, on: &$0) { Table(listing: $0, in: calendar) } }
    question?.draw(on: &canvas)
  }

  private func lines(of state: Scene.State) -> [String] {
    state.openCounter == nil ? [Refusal.noCounterOpen.screenSentence] : []
  }

  private var questionHeight: Int { question?.rows ?? 0 }

  private func listHeight(_ state: Scene.State, rows: Int) -> Int {
    let lines = lines(of: state)
    return max(0, rows - (lines.isEmpty ? 0 : lines.count + 1) - questionHeight)
  }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<HomeScene>) -> any ViewHost {
    host(of: viewModel, HomeScreenView(calendar: calendar))
  }
}
