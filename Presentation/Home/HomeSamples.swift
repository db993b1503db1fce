import Domain

extension HomeScene: SampledScene {
  package static let name = "home"

  package static func samples() throws(Refusal) -> KeyValuePairs<String, State> {
    let username = try Username("ada")
    let empty = State(username: username, openCounter: nil)
    var some = State(username: username, openCounter: "main")
    some.counters.rows = [
      ["coffee", "3", "2026-11-21 09:41"],
      ["debts", "-1200", "2026-10-01 17:05"],
      ["main", "0", "never"],
    ]
    var deleted = some
    deleted.notice = "Deleted tea"
    var wide = some
    wide.counters.rows.append([
      String(repeating: "茶", count: CounterName.maximumLength), "\(Int64.min)", "2026-11-21 09:42",
    ])
    var many = some
    many.counters.rows = (1...10_000).map { ["counter \($0)", "\($0)", "2026-11-21 09:41"] }
    let missing = Refusal.noSuchCounter(
      named: "cofee", near: CounterName(text: "coffee", key: "coffee"))
    return [
      "no-counters": empty,
      "some-counters": some,
      "after-deleting": deleted,
      "no-such-counter": some.refused(missing),
      "widest": wide,
      "ten-thousand": many,
    ]
  }
}
