import Domain
import Presentation

extension HomeScene: SampledScene {
  package static let name = "home"

  package static func samples() throws(Refusal) -> KeyValuePairs<String, State> {
    let username = try Username("ada")
    let empty = State(username: username, openCounter: nil)
    var some = State(username: username, openCounter: "main")
    some.counters = [
      try counter(1, "coffee", 3, "2026-11-21T09:41:00"),
      try counter(2, "debts", -1_200, "2026-10-01T17:05:00"), try counter(3, "main", 0, nil),
    ]
    some.marked = 3
    var deleted = some
    deleted.notice = "Deleted tea"
    var counted = some
    counted.counters[0].counter.count = 4
    counted.counters[0].change = 4
    counted.notice = "Undid -1"
    let limit = Target(120, isLimit: true)
    var shared = some
    shared.counters[0].counter.target = Target(120)
    shared.counters += [
      try counter(4, "door", 118, "2026-11-21T09:41:30", of: "bea", .counts, target: limit),
      try counter(5, "hall", 123, "2026-11-21T09:41:40", of: "bea", .views, target: limit),
    ]
    var reached = shared
    reached.counters[3].counter.count = 120
    reached.notice = Target.Event.limitReached.words
    var wide = some
    wide.counters.append(
      try counter(
        4, String(repeating: "茶", count: CounterName.maximumLength), .min, "2026-11-21T09:42:00"))
    var many = some
    many.counters = try (1...10_000).map { number throws(Refusal) in
      try counter(number, "counter \(number)", number, "2026-11-21T09:41:00")
    }
    let missing = Refusal.noSuchCounter(named: "cofee", near: "coffee")
    return [
      "no-counters": empty,
      "some-counters": some,
      "after-deleting": deleted,
      "counted": counted,
      "shared": shared,
      "limit-reached": reached,
      "views-only": shared.refused(.ownerOnly(try Username("bea"))),
      "nothing-to-undo": some.refused(.nothingToUndo),
      "no-such-counter": some.refused(missing),
      "widest": wide,
      "ten-thousand": many,
    ]
  }

  private static func counter(
    _ id: Int64, _ name: String, _ count: Int64, _ time: String?, of owner: String = "ada",
    _ permission: Role.Permission? = nil, target: Target? = nil
  ) throws(Refusal) -> CounterSummary {
    let counter = Counter(
      id: id, name: CounterName(text: name, key: name), owner: try Username(owner),
      permission: permission, count: count, changedAt: time.map { .sample($0) }, target: target)
    return CounterSummary(counter: counter, change: time == nil ? 0 : count)
  }
}
