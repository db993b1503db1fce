/// What was added in one stretch of local time.
public struct ChartBar: Equatable, Sendable {
  /// When the stretch begins.
  public let start: Timestamp
  /// The sum of what was added in it, or `nil` when it leaves 64 bits.
  public let sum: Int64?

  /// A bar of these parts.
  public init(start: Timestamp, sum: Int64?) {
    self.start = start
    self.sum = sum
  }
}

/// Sums a counter's changes by stretches of local time.
public struct ChartCounts: Sendable {
  /// How many stretches a chart has unless told.
  public static let usualLength = 14

  /// The most stretches a chart has.
  public static let greatestLength = 10_000

  let counters: any CounterRepository
  let calendar: any LocalCalendar
  let clock: any Clock

  /// The last `count` stretches, oldest first; the one that is running is the last.
  ///
  /// - Throws: `Refusal.chartTooLong`, and those of the repository.
  public func callAsFunction(
    of counter: Counter, by span: Span, last count: Int = usualLength, in session: Session
  ) async throws(Refusal) -> [ChartBar] {
    guard count <= Self.greatestLength else { throw .chartTooLong }
    let boundaries = calendar.boundaries(of: span, last: count, until: clock.now)
    let sums = try await counters.sums(of: counter, between: boundaries, in: session)
    return zip(boundaries, sums).map { ChartBar(start: $0, sum: $1) }
  }
}
