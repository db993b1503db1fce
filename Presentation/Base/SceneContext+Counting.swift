import Domain

/// What happened to a counter last.
public struct RecentChanges: Sendable {
  /// The sums of the last days.
  let bars: [ChartBar]
  /// The newest change; `nil` before the first.
  let newest: Change?
  /// The number of the newest change; 0 before the first.
  let version: Int64
  /// What the owner and each member added today; empty without members.
  let parts: [Part]
}

extension SceneContext {
  /// Changes a count by several commands together, or by one command once per identifier.
  func count(
    _ commands: [CountCommand], at time: Timestamp? = nil, id: Change.ID? = nil, note: Note? = nil,
    on counter: Counter
  ) async throws(Refusal) -> BatchResult {
    try await useCases.count(
      commands.map { CommandRequest($0, at: time, id: id, note: note) }, on: .listed(counter),
      as: .session(session))
  }

  /// Reads what happened to a counter last.
  func recentChanges(of counter: Counter) async throws(Refusal) -> RecentChanges {
    let counters = useCases.counters
    let bars = try await useCases.chartCounts(of: counter, by: .day, in: session)
    let parts = try await useCases.parts(of: counter, in: session)
    let last = try await counters.numbers(ofNewest: 1, of: counter, during: nil, in: session)
    guard let last else {
      return RecentChanges(bars: bars, newest: nil, version: 0, parts: parts)
    }
    let page = try await counters.changes(
      of: counter, numbered: last, during: nil, atMost: 1, in: session)
    return RecentChanges(
      bars: bars, newest: page.changes.last, version: last.upperBound, parts: parts)
  }
}

extension Role {
  /// Whether the role has this right.
  public func allows(_ right: Right) -> Bool { (try? check(right)) != nil }
}
