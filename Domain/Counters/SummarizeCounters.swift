/// Says what was added to counters, and by whom: today, unless another period is asked for.
public struct SummarizeCounters: Sendable {
  let counters: any CounterRepository
  let members: any MemberRepository
  let calendar: any LocalCalendar
  let clock: any Clock

  /// The account's counters and those that are shared with it, each with what was added in the period.
  public func callAsFunction(during period: Range<Timestamp>? = nil, in session: Session)
    async throws(Refusal) -> [CounterSummary]
  {
    try await counters.counters(summing: period ?? today, in: session)
  }

  /// Who may count or view a counter, with what each added today and in all.
  public func members(of counter: Counter, in session: Session) async throws(Refusal) -> [Member] {
    try await members.members(of: counter, summing: today, in: session)
  }

  /// The local day that it is now.
  private var today: Range<Timestamp> {
    let boundaries = calendar.boundaries(of: .day, last: 1, until: clock.now)
    guard let start = boundaries.first, let end = boundaries.last, start <= end else {
      return clock.now..<clock.now
    }
    return start..<end
  }
}
