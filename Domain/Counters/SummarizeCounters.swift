/// Sums additions by counter or by member; today's by default.
public struct SummarizeCounters: Sendable {
  let counters: any CounterRepository
  let members: any MemberRepository
  let calendar: any LocalCalendar
  let clock: any Clock

  /// The account's counters and those shared with it, each with the sum of the period.
  public func callAsFunction(during period: Range<Timestamp>? = nil, in session: Session)
    async throws(Refusal) -> [CounterSummary]
  {
    try await counters.counters(summing: period ?? today, in: session)
  }

  /// The people who may count or view a counter, with their sums of today and of all time.
  public func members(of counter: Counter, in session: Session) async throws(Refusal) -> [Member] {
    try await members.members(of: counter, summing: today, in: session)
  }

  /// The present local day.
  private var today: Range<Timestamp> {
    let boundaries = calendar.boundaries(of: .day, last: 1, until: clock.now)
    guard let start = boundaries.first, let end = boundaries.last, start <= end else {
      return clock.now..<clock.now
    }
    return start..<end
  }
}
