import Domain
import Presentation
import Terminal

struct HistoryScreenView: ScreenView {
  typealias Scene = HistoryScene

  private let calendar: any LocalCalendar
  /// How many rows the view is scrolled up from the newest change.
  private var scroll = 0
  private var question: AskedQuestion<Scene>?

  init(calendar: any LocalCalendar) {
    self.calendar = calendar
  }

  var isTyping: Bool { question != nil }

  func hints(in state: Scene.State) -> [KeyHint] {
    isTyping ? KeyHint.question : state.choices.map { KeyHint($0) } + [.scrolling, .back]
  }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    if question != nil { return question.press(key) }
    if let choice = key.shortcut(Scene.Choice.self), state.choices.contains(choice) {
      return question.take(Scene.demand(of: choice, in: state), of: choice)
    }
    let visible = visibleChanges(of: state, rows: rows)
    let most = max(0, state.changes.count - visible)
    switch key {
    case .up: scroll += 1
    case .down: scroll -= 1
    case .pageUp: scroll += visible
    case .pageDown: scroll -= visible
    case .home: scroll = most
    case .end: scroll = 0
    case .escape: return [.backPressed]
    default: break
    }
    scroll = min(max(scroll, 0), most)
    return []
  }

  mutating func finish(in state: Scene.State?) { question.finish(in: state) }

  func draw(_ state: Scene.State, on canvas: inout Canvas) {
    let visible = visibleChanges(of: state, rows: canvas.size.rows)
    let changes = state.changes
    let end = changes.count - min(scroll, max(0, changes.count - visible))
    let shown = Table(
      history: Array(changes[max(0, end - visible)..<end]), in: calendar,
      namingAuthors: state.namesAuthors)
    for (row, line) in lines(of: shown, on: canvas).enumerated() {
      canvas.write(line, row: row, column: canvas.margin)
    }
    let sentences = sentences(about: state)
    let room = max(0, canvas.size.rows - visible - 1)
    let hasSentences = room >= sentences.count + min(state.chart.count, Self.fewestBars)
    let bars = Array(state.chart.suffix(room - (hasSentences ? sentences.count : 0)))
    canvas.draw(BarChart(bars, by: state.span ?? .day, in: calendar), row: visible + 1)
    for (row, line) in sentences.enumerated() where hasSentences {
      canvas.write(
        canvas.fitted(line, to: canvas.size.columns - 2 * canvas.margin),
        row: visible + 1 + bars.count + row, column: canvas.margin)
    }
    question?.draw(on: &canvas)
  }

  private func sentences(about state: Scene.State) -> [String] {
    [state.setsAndResets.flatMap(StatisticsWords.notInChart)].compactMap(\.self)
      + (state.statistics.map { StatisticsWords.lines($0, in: calendar) } ?? [])
  }

  /// The fewest bars above sentences.
  private static let fewestBars = 3

  /// The lines of the changes. If space is short, notes are shortened, times lose their year and
  /// seconds, notes are left out, changes are shortened, and times are left out, in this order, so that
  /// each count is complete and names are shortened last.
  private func lines(of changes: Table, on canvas: Canvas) -> [String] {
    let metrics = canvas.metrics
    let room = canvas.size.columns - 2 * canvas.margin
    func width(of table: Table) -> Int {
      table.lines(on: metrics).map { metrics.width(of: $0) }.max() ?? 0
    }
    /// With a column as short as needed.
    func fitted(_ table: Table, column: Int, leaving least: Int) -> Table {
      var table = table
      let longest = table.rows.map { metrics.width(of: visible($0[column])) }.max() ?? 0
      let left = max(min(least, longest), longest - max(0, width(of: table) - room))
      for row in table.rows.indices {
        table.rows[row][column] = canvas.fitted(visible(table.rows[row][column]), to: left)
      }
      return table
    }
    let note = changes.alignments.count - 1
    var short = changes
    for row in short.rows.indices {
      short.rows[row][1] = String(short.rows[row][1].dropFirst(5).dropLast(3))
    }
    for table in [changes, short] {
      let noted = fitted(table, column: note, leaving: Self.shortestNote)
      if width(of: noted) <= room { return noted.lines(on: metrics) }
    }
    for row in short.rows.indices { short.rows[row][note] = "" }
    let namesAuthors = note > 4
    short = fitted(short, column: 2, leaving: namesAuthors ? Self.shortestChange : 1)
    guard namesAuthors, width(of: short) > room else { return short.lines(on: metrics) }
    func timeless<Cell>(_ cells: [Cell]) -> [Cell] { Array(cells.prefix(1) + cells.dropFirst(2)) }
    var untimed = Table(
      alignments: timeless(changes.alignments),
      rows: changes.rows.map { timeless($0).dropLast() + [""] })
    untimed = fitted(untimed, column: 1, leaving: Self.shortestChange)
    return fitted(untimed, column: 3, leaving: 1).lines(on: metrics)
  }

  /// The fewest columns of a note.
  private static let shortestNote = 8

  /// The fewest columns of a change beside its author.
  private static let shortestChange = 5

  /// The rows left by the chart, or a share of all rows if there are many changes: a half, or a third
  /// above a chart with sentences.
  private func visibleChanges(of state: Scene.State, rows: Int) -> Int {
    let chart = state.chart.isEmpty ? 0 : state.chart.count + sentences(about: state).count + 1
    let share = rows / (state.statistics == nil ? 2 : 3)
    return max(1, min(share, state.changes.count), rows - chart)
  }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<HistoryScene>) -> any ViewHost {
    host(of: viewModel, HistoryScreenView(calendar: calendar))
  }
}
