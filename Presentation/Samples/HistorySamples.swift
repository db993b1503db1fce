import Domain
import Presentation

extension HistoryScene: SampledScene {
  package static let name = "history"

  package static func samples() throws(Refusal) -> KeyValuePairs<String, State> {
    let ada = try Username("ada")
    let empty = State(
      username: ada,
      of: Counter(
        id: 1, name: CounterName(text: "coffee", key: "coffee"), owner: ada, count: 0,
        changedAt: nil))
    var changes = empty
    changes.changes = [
      try change(1, "2026-11-20T23:59:58", .made(.add(1)), by: 1, to: 1),
      try change(2, "2026-11-21T09:40:00", .made(.add(5)), by: 5, to: 6, note: "bus 12"),
      try change(3, "2026-11-21T09:41:12", .undid(.add(5), of: Change.ID("2")), by: -5, to: 1),
      try change(4, "2026-11-21T09:41:30", .made(.set(40)), by: 39, to: 40),
      try change(5, "2026-11-21T09:42:07", .made(.imported(changes: 312)), by: .max - 40, to: .max),
    ]
    var reverted = changes
    let revert = Change.Event.reverted(
      5, number: 2, at: .sample("2026-11-21T09:40:00"), of: Change.ID("2"))
    reverted.changes = [
      try change(1, "2026-11-20T23:59:58", .made(.add(1)), by: 1, to: 1),
      try change(2, "2026-11-21T09:40:00", .made(.add(5)), by: 5, to: 6),
      try change(3, "2026-11-21T09:42:00", .made(.add(1)), by: 1, to: 7),
      try change(4, "2026-11-21T09:40:00", revert, by: -5, to: 2),
    ]
    reverted.notice = "Reverted +5 of 2026-11-21 09:40"
    changes.newest = usualLength
    var many = empty
    many.newest = usualLength * 5
    many.changes = try (1...Int64(usualLength * 5)).map { number throws(Refusal) in
      try change(number, "2026-11-21T09:40:00", .made(.add(1)), by: 1, to: number)
    }
    var shared = changes
    shared.counter = Counter(
      id: 2, name: CounterName(text: "door", key: "door"), owner: try Username("bea"),
      permission: .counts, count: 42, changedAt: nil)
    shared.isShared = true
    shared.changes = [
      try change(1, "2026-11-20T23:59:58", .made(.add(1)), by: 1, to: 1),
      try change(2, "2026-11-21T09:40:00", .made(.add(5)), by: 5, to: 6, of: .former),
      try change(
        3, "2026-11-21T09:41:12", .made(.set(40)), by: 34, to: 40, of: .account(try Username("bea"))
      ),
      try change(
        4, "2026-11-21T09:41:30", .made(.add(2)), by: 2, to: 42, of: .imported("carl\u{1B}"),
        note: String(repeating: "Donaudampfschiff", count: 12)),
    ]
    return [
      "no-changes": empty,
      "changes": changes,
      "reverted": reverted,
      "several-people": shared,
      "more-than-a-screen": many,
      "chart": charted(empty, values: [3, 0, 12, 7, -4, 1, 0]),
      "empty-chart": charted(empty, values: [0, 0, 0, 0, 0, 0, 0]),
      "longest-bars": charted(empty, values: [Int128(Int64.max), 1, Int128(Int64.min)]),
      "out-of-range": empty.refused(.outOfRange),
    ]
  }

  private static func change(
    _ number: Int64, _ time: String, _ event: Change.Event, by amount: Int64, to count: Int64,
    of author: Change.Author? = nil, note: String? = nil
  ) throws(Refusal) -> Change {
    let ada = try Username("ada")
    return Change(
      number: number, id: Change.ID("\(number)"), time: .sample(time), event: event, amount: amount,
      count: count,
      author: author ?? .account(ada), note: note.map(Note.init(stored:)))
  }

  private static func charted(_ state: State, values: [Int128]) -> State {
    var next = state
    next.span = .day
    next.chart = .sample(values)
    if let last = next.chart.last?.start {
      next.statistics = Statistics(of: next.chart, since: nil, until: last, in: ZoneRule.utc)
    }
    return next
  }
}
