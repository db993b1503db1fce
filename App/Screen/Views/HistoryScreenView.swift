import Domain
import Presentation

struct HistoryScreenView: ScreenView {
  typealias Scene = HistoryScene

  private let calendar: any LocalCalendar
  /// How many rows the view is scrolled up from the newest change.
  private var scroll = 0
  /// The index of the requested chart in `charts`.
  private var chart = 0

  init(calendar: any LocalCalendar) {
    self.calendar = calendar
  }

  private static let charts: [Scene.Action] = [
    .chartRequested(by: .day), .chartRequested(by: .week), .chartRequested(by: .month),
    .chartRequested(by: .hour),
  ]

  var requests: [Scene.Action] { [Self.charts[chart]] }

  func hints(in state: Scene.State) -> [KeyHint] {
    HistoryScene.Choice.hints + [.scrolling, .back]
  }

  mutating func press(_ key: KeyPress, in state: Scene.State, rows: Int) -> [Scene.Action] {
    switch key.shortcut(HistoryScene.Choice.self) {
    case .bars:
      chart = (chart + 1) % Self.charts.count
      return [Self.charts[chart]]
    case .more: return [.morePressed]
    case nil: break
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
    let bars = Array(state.chart.suffix(max(0, canvas.size.rows - visible - 1)))
    canvas.draw(BarChart(bars, by: state.span ?? .day, in: calendar), row: visible + 1)
  }

  /// The lines of the changes. If space is short, times lose their year and seconds, and changes
  /// are shortened, so that each count is complete.
  private func lines(of changes: Table, on canvas: Canvas) -> [String] {
    let metrics = canvas.metrics
    let room = canvas.size.columns - 2 * canvas.margin
    var changes = changes
    changes.rows = changes.rows.map { row in
      row.prefix(3) + row.dropFirst(3).map { canvas.fitted(visible($0), to: max(8, room / 4)) }
    }
    func width(of table: Table) -> Int {
      table.lines(on: metrics).map { metrics.width(of: $0) }.max() ?? 0
    }
    guard width(of: changes) > room else { return changes.lines(on: metrics) }
    var short = changes
    short.rows = changes.rows.map { [String($0[0].dropFirst(5).dropLast(3))] + $0.dropFirst() }
    let longest = short.rows.map { metrics.width(of: $0[1]) }.max() ?? 0
    let left = max(1, longest - max(0, width(of: short) - room))
    short.rows = short.rows.map { [$0[0], canvas.fitted($0[1], to: left)] + $0.dropFirst(2) }
    return short.lines(on: metrics)
  }

  /// The rows left by the chart, or half of all rows if there are many changes.
  private func visibleChanges(of state: Scene.State, rows: Int) -> Int {
    let chart = state.chart.isEmpty ? 0 : state.chart.count + 1
    return max(1, min(rows / 2, state.changes.count), rows - chart)
  }
}

extension ScreenViewFactory {
  func view(of viewModel: SceneViewModel<HistoryScene>) -> any ViewHost {
    host(of: viewModel, HistoryScreenView(calendar: calendar))
  }
}
