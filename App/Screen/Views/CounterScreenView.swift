import Domain
import Presentation
import Terminal

struct CounterScreenView: ScreenView {
  typealias Scene = CounterScene

  private let calendar: any LocalCalendar
  private var question: Question<Scene.Choice>?
  /// Whether the last key was a reset, and the count before it.
  private var reset: (isLast: Bool, from: Int64?) = (false, nil)

  init(calendar: any LocalCalendar) {
    self.calendar = calendar
  }

  let requests: [Scene.Action] = [.chartRequested]
  var isTyping: Bool { question != nil }
  func hints(in state: Scene.State) -> [KeyHint] {
    question?.hints ?? state.choices.map { KeyHint($0) } + Destination.hints
  }

  func isRepeatable(_ action: Scene.Action) -> Bool {
    if case .countPressed = action { true } else { false }
  }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    reset = (false, nil)
    if question != nil { return answer(key) }
    let choice = key.shortcut(CounterScene.Choice.self)
    if let choice, Self.asking.contains(choice), !state.choices.contains(choice) {
      return [.ownerOnlyPressed]
    }
    if case .character("1"..."9") = key {
      guard state.isCounting else { return [.ownerOnlyPressed] }
      question = Question(.addSeveral, ScreenWords.adding(to: state.counter), further: .time)
      return answer(key)
    }
    switch choice {
    case .add: return [.countPressed(.add(1))]
    case .subtract: return [.countPressed(.add(-1))]
    case .undo: return [.countPressed(.undo)]
    case .redo: return [.countPressed(.redo)]
    case .reset:
      reset.isLast = true
      return [.countPressed(.reset)]
    case .addSeveral:
      question = Question(.addSeveral, ScreenWords.adding(to: state.counter), further: .time)
    case .set: question = Question(.set, ScreenWords.setting(state.counter))
    case .rename:
      question = Question(
        .rename, ScreenWords.renaming(state.counter), text: state.counter.name.text)
    case .target: question = asking(for: .target, in: state)
    case .limit: question = asking(for: .limit, in: state)
    case .delete:
      question = Question(.delete, ScreenWords.deleting(state.counter))
      return [.deletePressed]
    case .members: return [.membersPressed]
    case .history: return [.historyPressed(newest: HistoryScene.usualLength)]
    case .list: return [.homePressed]
    case nil: return key.shortcut(Destination.self).map { [.destinationChosen($0)] } ?? []
    }
    return []
  }

  /// Choices with a question. They are refused before the question is asked.
  private static let asking: Set<Scene.Choice> = [
    .addSeveral, .set, .target, .limit, .rename, .delete,
  ]

  mutating func finish(in state: Scene.State?) {
    question.finish(in: state)
    guard reset.isLast, let state, state.alert == nil, let newest = state.newest,
      newest.event == .made(.reset)
    else { return }
    // The amount of a reset is the opposite of the count before it.
    reset.from = 0 &- newest.amount
  }

  func notice(in state: Scene.State) -> String? {
    state.notice ?? reset.from.map { ScreenWords.undoable(CounterWords.reset(from: $0)) }
  }

  private func asking(for choice: Scene.Choice, in state: Scene.State) -> Question<Scene.Choice> {
    let isLimit = choice == .limit
    var period = Field.targetPeriod
    period.text = state.presentPeriod(isLimit: isLimit)
    return Question(
      choice, ScreenWords.target(of: state.counter, isLimit: isLimit),
      text: state.presentTarget(isLimit: isLimit), further: period)
  }

  private mutating func answer(_ key: KeyPress) -> [Scene.Action] {
    guard let (choice, text) = question.press(key) else { return [] }
    let (number, note) = parts(of: text)
    return switch choice {
    case .addSeveral: [.amountEntered(number, at: question?.furtherText ?? "", note: note)]
    case .set: [.countEntered(number, note: note)]
    case .target: [.targetEntered(text, per: question?.furtherText ?? "")]
    case .limit: [.targetEntered(text, isLimit: true, per: question?.furtherText ?? "")]
    case .rename: [.renamed(to: text)]
    case .delete: [.deletionConfirmed(name: text)]
    case .add, .subtract, .undo, .redo, .reset, .history, .members, .list: []
    }
  }

  /// A number and the note after it. Three digits apart, as in `1 000`, are no note.
  private func parts(of text: String) -> (number: String, note: String) {
    let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 2 else { return (words.first ?? "", "") }
    let next = words[1].drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    return next.count == 3 && next.allSatisfy(\.isNumber) ? (text, "") : (words[0], words[1])
  }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    let number = BigNumber(String(state.counter.count), hasBlocks: canvas.metrics.hasBlocks)
    // The words of a target and its bar are under the number.
    let below = state.counter.target == nil ? 0 : 2
    let isBig = number.fits(canvas.size, leaving: below)
    // Reserves the chart's space, so that nothing moves when it appears.
    var row = max(0, (canvas.size.rows - Self.usualHeight) / 2)
    canvas.write(state.counter.typedName, row: row, centred: .heading)
    // The smallest screen has no room for empty rows.
    let gap = isBig || canvas.size.rows > 8 ? 1 : 0
    row += 1 + gap
    if isBig {
      number.draw(on: &canvas, row: row)
    } else {
      canvas.write(number.text, row: row, centred: .heading)
    }
    row += (isBig ? BigNumber.height : 1) + gap
    let style = state.counter.target?.styleOfWords(at: state.counter.reached) ?? .plain
    let short = gap == 0 ? CounterWords.target(of: state.counter) : nil
    row = canvas.write(paragraph: short ?? line(of: state), row: row, centred: style)
    if let target = state.counter.target {
      canvas.drawFill(state.counter.reached, of: target, row: row)
      row += 1
    }
    // The newest bar is last, and stays visible above a question.
    let room = max(0, canvas.size.rows - row - 1 - (question?.rows ?? 0))
    let bars = Array(state.chart?.suffix(room) ?? [])
    canvas.draw(BarChart(bars, by: .day, in: calendar), row: row + 1)
    question?.draw(on: &canvas)
  }

  private func line(of state: Scene.State) -> String {
    if state.isStarted || state.counter.target != nil { return CounterWords.count(state.counter) }
    return state.isCounting ? ScreenWords.startCounting : CounterWords.notStarted
  }

  private static let usualBars = 14
  private static let usualHeight = BigNumber.height + 5 + usualBars
}

extension Canvas {
  /// Draws the target's bar in the middle of a row.
  fileprivate mutating func drawFill(_ count: Int64, of target: Target, row: Int) {
    let columns = min(40, size.columns - 2 * margin)
    let bar = metrics.fillBar(count, of: target.number, columns: columns)
    let column = (size.columns - columns) / 2
    write(bar.full, row: row, column: column, style: target.styleOfBar(at: count))
    write(bar.empty, row: row, column: column + bar.full.count, style: .faint)
  }
}

extension Target {
  fileprivate func styleOfWords(at count: Int64) -> Frame.Style {
    guard isLimit else { return .plain }
    return switch standing(of: count) {
    case .below: .plain
    case .lastTenth: .warning
    case .reached, .over: .alert
    }
  }

  fileprivate func styleOfBar(at count: Int64) -> Frame.Style {
    switch standing(of: count) {
    case .lastTenth where isLimit: .warning
    case .reached where isLimit: .lightBar
    case .below, .lastTenth, .reached: .bar
    case .over: .lightBar
    }
  }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<CounterScene>) -> any ViewHost {
    host(of: viewModel, CounterScreenView(calendar: calendar))
  }
}
