import Domain
import Presentation
import Terminal

struct CounterScreenView: ScreenView {
  typealias Scene = CounterScene

  private let calendar: any LocalCalendar
  private var question: AskedQuestion<Scene>?
  /// Whether the last key was a reset, and the count before it.
  private var reset: (isLast: Bool, from: Int64?) = (false, nil)

  init(calendar: any LocalCalendar) {
    self.calendar = calendar
  }

  var isTyping: Bool { question != nil }
  func hints(in state: Scene.State) -> [KeyHint] {
    question?.hints ?? state.choices.map { KeyHint($0) } + Destination.hints
  }

  func isRepeatable(_ action: Scene.Action) -> Bool {
    if case .countPressed = action { true } else { false }
  }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    reset = (false, nil)
    if question != nil { return question.press(key) }
    let choice = key.shortcut(CounterScene.Choice.self)
    if case .character("1"..."9") = key {
      let refused = question.take(Scene.demand(of: .addSeveral, in: state), of: .addSeveral)
      return refused + question.press(key)
    }
    guard let choice else {
      return key.shortcut(Destination.self).map { [.destinationChosen($0)] } ?? []
    }
    reset.isLast = choice == .reset
    return question.take(Scene.demand(of: choice, in: state), of: choice)
  }

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

  /// A target is shown before the first change too, because its bar is.
  private func line(of state: Scene.State) -> String {
    state.counter.target == nil
      ? state.line(beginning: ScreenWords.startCounting) : CounterWords.count(state.counter)
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
