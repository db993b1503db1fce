import Presentation

struct HomeScreenView: SceneView {
  typealias Scene = HomeScene

  private enum Purpose {
    case new, search
  }

  /// What a search has found, and in what.
  private struct Finding {
    let text: String
    let rows: [[String]]
    let found: [[String]]

    init(_ text: String, in table: Table) {
      self.text = text
      rows = table.rows
      found = table.rows(naming: text)
    }
  }

  private var list: ListCursor
  private var question: Question<Purpose>?
  /// Kept from the key to its frame: a long list is searched once for both.
  private var finding: Finding?

  /// The view of a list in which a row is marked to begin with.
  init(marking name: String?) {
    list = ListCursor(on: name)
  }

  var isTyping: Bool { question != nil }

  func hints(in state: Scene.State) -> [KeyHint] {
    switch question?.purpose {
    case .new: KeyHint.question
    case .search: KeyHint.search
    case nil:
      KeyHint.list + HomeShortcut.hints + Destination.hints
        + (state.openCounter == nil ? [] : [.back])
    }
  }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    switch (question?.purpose, key) {
    case (nil, _): break
    case (.search, .up), (.search, .down), (.search, .pageUp), (.search, .pageDown):
      list.press(key, in: found(in: state), height: listHeight(state, rows: rows))
      return []
    case (_, _): return answer(key, in: state)
    }
    switch key.shortcut(HomeShortcut.self) {
    case .new: question = Question(.new, .newCounter)
    case .search: question = Question(.search, .search)
    case nil: break
    }
    if let destination = key.shortcut(Destination.self) {
      return [.destinationChosen(destination)]
    }
    switch key {
    case .enter:
      return list.marked(in: state.counters.rows).map { [.counterChosen(named: $0)] } ?? []
    case .escape where state.openCounter != nil: return [.backPressed]
    default: list.press(key, in: state.counters.rows, height: listHeight(state, rows: rows))
    }
    return []
  }

  private mutating func answer(_ key: KeyPress, in state: Scene.State) -> [Scene.Action] {
    let before = question?.text
    let answer = question.press(key)
    finding = searched.map { Finding($0, in: state.counters) }
    if let text = searched, text != before { markBestMatch(for: text, in: state) }
    guard let (purpose, text) = answer else { return [] }
    return switch purpose {
    case .new: [.newCounterNamed(text)]
    case .search: [.counterChosen(named: list.marked(in: found(in: state)) ?? text)]
    }
  }

  /// Marks the counter that begins with what is searched, or else the first that was found.
  private mutating func markBestMatch(for text: String, in state: Scene.State) {
    let found = found(in: state)
    let beginning = text.lowercased()
    let best = found.first { $0.first?.lowercased().hasPrefix(beginning) ?? false } ?? found.first
    list = ListCursor(on: best?.first)
  }

  mutating func finish(isRefused: Bool) { question.finish(isRefused: isRefused) }

  /// The rows that are listed: all of them, unless something is searched.
  private func found(in state: Scene.State) -> [[String]] {
    guard let text = searched else { return state.counters.rows }
    if let finding, finding.text == text, finding.rows == state.counters.rows {
      return finding.found
    }
    return state.counters.rows(naming: text)
  }

  /// What is searched; `nil` when nothing is.
  private var searched: String? {
    question.flatMap { $0.purpose == .search ? $0.text : nil }
  }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    let end = canvas.write(paragraphs: state.lines, row: 0)
    let top = end == 0 ? 0 : end + 1
    let height = canvas.size.rows - top - questionHeight
    let found = Table(alignments: state.counters.alignments, rows: found(in: state))
    if found.rows.isEmpty {
      let words =
        state.counters.rows.isEmpty ? ScreenWords.noCounters : ScreenWords.nothingFound
      canvas.write(words, row: top, column: canvas.margin, style: .faint)
    }
    canvas.draw(
      row: top, column: canvas.margin, rows: height,
      columns: canvas.size.columns - 2 * canvas.margin
    ) { list.draw(found, on: &$0) }
    question?.draw(on: &canvas)
  }

  private var questionHeight: Int { question == nil ? 0 : Question<Purpose>.rows }

  private func listHeight(_ state: Scene.State, rows: Int) -> Int {
    max(0, rows - (state.lines.isEmpty ? 0 : state.lines.count + 1) - questionHeight)
  }
}

extension ScreenViews {
  func view(of viewModel: SceneViewModel<HomeScene>) -> any Stage {
    stage(of: viewModel, HomeScreenView(marking: viewModel.state.openCounter))
  }
}
