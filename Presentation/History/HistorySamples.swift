import Domain

extension HistoryScene: SampledScene {
  package static let name = "history"

  package static func samples() throws(Refusal) -> KeyValuePairs<String, State> {
    let empty = State(username: try Username("ada"), name: "coffee")
    var changes = empty
    changes.changes.rows = [
      ["2026-11-20 23:59:58", "+1", "1"],
      ["2026-11-21 09:40:00", "+5", "6"],
      ["2026-11-21 09:41:12", "undo +5", "1"],
      ["2026-11-21 09:41:30", "set 40", "40"],
      ["2026-11-21 09:42:07", "import of 312 changes", "9223372036854775807"],
    ]
    changes.newest = usualLength
    var many = empty
    many.newest = usualLength * 5
    many.changes.rows = (1...usualLength * 5).map { ["2026-11-21 09:40:00", "+1", "\($0)"] }
    return [
      "no-changes": empty,
      "changes": changes,
      "more-than-a-screen": many,
      "chart": charted(empty, values: [3, 0, 12, 7, -4, 1, 0]),
      "empty-chart": charted(empty, values: [0, 0, 0, 0, 0, 0, 0]),
      "longest-bars": charted(empty, values: [.max, 1, .min]),
      "out-of-range": empty.refused(.outOfRange),
    ]
  }

  private static func charted(_ state: State, values: [Int64]) -> State {
    var next = state
    next.span = .day
    next.chart.bars = zip(15..., values).map {
      BarChart.Bar(label: "2026-11-\($0)", value: $1)
    }
    return next
  }
}
