import Domain
import Presentation

struct HomeScreenView: ScreenView {
  typealias Scene = HomeScene

  private enum Purpose {
    case new, search
  }

  private let calendar: any LocalCalendar
  private var list: ListCursor<Counter.ID>
  private var question: Question<Purpose>?
  /// Cached between key and frame, so that a long list is searched only once.
  private var finding: CounterSearch?

  /// Creates the view of a list with a marked counter.
  init(marking counter: Counter.ID?, calendar: any LocalCalendar) {
    list = ListCursor(on: counter)
    self.calendar = calendar
  }

  var isTyping: Bool { question != nil }

  func hints(in state: Scene.State) -> [KeyHint] {
    switch question?.purpose {
    case .new: KeyHint.question
    case .search: KeyHint.search
    case nil:
      KeyHint.list + HomeScene.Choice.hints + Destination.hints
        + (state.openCounter == nil ? [] : [.back])
    }
  }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    if case .row(let row, let top) = key, question?.purpose != .new {
      return list.mark(row, top: top, in: found(in: state)) ? openMarked(in: state) : []
    }
    switch (question?.purpose, key) {
    case (nil, _): break
    case (.search, .up), (.search, .down), (.search, .pageUp), (.search, .pageDown):
      list.press(key, in: found(in: state), height: listHeight(state, rows: rows))
      return []
    case (_, _): return answer(key, in: state)
    }
    switch key.shortcut(HomeScene.Choice.self) {
    case .add: return count(.add(1), in: state)
    case .subtract: return count(.add(-1), in: state)
    case .undo: return count(.undo, in: state)
    case .new: question = Question(.new, .newCounter)
    case .search: question = Question(.search, .search)
    case nil: break
    }
    if let destination = key.shortcut(Destination.self) {
      return [.destinationChosen(destination)]
    }
    switch key {
    case .enter: return openMarked(in: state)
    case .escape where state.openCounter != nil: return [.backPressed]
    default: list.press(key, in: state.counters, height: listHeight(state, rows: rows))
    }
    return []
  }

  private func openMarked(in state: Scene.State) -> [Scene.Action] {
    list.marked(in: found(in: state)).map { [.counterChosen(named: $0.counter.typedName)] } ?? []
  }

  func isRepeatable(_ action: Scene.Action) -> Bool {
    if case .countPressed = action { true } else { false }
  }

  private func count(_ command: CountCommand, in state: Scene.State) -> [Scene.Action] {
    list.marked(in: state.counters).map { [.countPressed(command, on: $0.counter)] } ?? []
  }

  private mutating func answer(_ key: KeyPress, in state: Scene.State) -> [Scene.Action] {
    let before = question?.text
    let answer = question.press(key)
    finding = searched.map { CounterSearch($0, in: state.counters) }
    if let text = searched, text != before { markBestMatch(for: text, in: state) }
    guard let (purpose, text) = answer else { return [] }
    return switch purpose {
    case .new: [.newCounterNamed(text)]
    case .search:
      [.counterChosen(named: list.marked(in: found(in: state))?.counter.typedName ?? text)]
    }
  }

  /// Marks the first counter that begins with the searched text, or else the first match.
  private mutating func markBestMatch(for text: String, in state: Scene.State) {
    let found = found(in: state)
    let beginning = text.lowercased()
    let best = found.first { $0.counter.typedName.lowercased().hasPrefix(beginning) } ?? found.first
    list = ListCursor(on: best?.id)
  }

  mutating func finish(isRefused: Bool) { question.finish(isRefused: isRefused) }

  /// The listed counters: all, or those that match the search.
  private func found(in state: Scene.State) -> [CounterSummary] {
    guard let text = searched else { return state.counters }
    if let finding, finding.text == text, finding.counters == state.counters {
      return finding.found
    }
    return state.counters.naming(text)
  }

  /// The searched text; `nil` without a search.
  private var searched: String? {
    question.flatMap { $0.purpose == .search ? $0.text : nil }
  }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    let end = canvas.write(paragraphs: lines(of: state), row: 0)
    let top = end == 0 ? 0 : end + 1
    let height = canvas.size.rows - top - questionHeight
    let found = found(in: state)
    if found.isEmpty {
      let words = state.counters.isEmpty ? CounterWords.noCounters : CounterWords.nothingFound
      canvas.write(words, row: top, column: canvas.margin, style: .faint)
    }
    canvas.draw(
      row: top, column: canvas.margin, rows: height,
      columns: canvas.size.columns - 2 * canvas.margin
    ) { list.draw(found, on: &$0) { Table(listing: $0, in: calendar) } }
    question?.draw(on: &canvas)
  }

  private func lines(of state: Scene.State) -> [String] {
    state.openCounter == nil ? [Refusal.noCounterOpen.screenSentence] : []
  }

  private var questionHeight: Int { question == nil ? 0 : Question<Purpose>.rows }

  private func listHeight(_ state: Scene.State, rows: Int) -> Int {
    let lines = lines(of: state)
    return max(0, rows - (lines.isEmpty ? 0 : lines.count + 1) - questionHeight)
  }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<HomeScene>) -> any ViewHost {
    let state = viewModel.state
    let open = state.counters.first { $0.counter.typedName == state.openCounter }
    let marked = open ?? state.counters.first
    return host(of: viewModel, HomeScreenView(marking: marked?.id, calendar: calendar))
  }
}
