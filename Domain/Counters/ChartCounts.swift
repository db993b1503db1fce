/// The sum of one period of local time.
public struct ChartBar: Equatable, Sendable {
  /// The beginning of the period.
  public let start: Timestamp
  /// The sum of the additions, or `nil` if it is out of range.
  public let sum: Int64?

  /// Creates a bar from its parts.
  public init(start: Timestamp, sum: Int64?) {
    self.start = start
    self.sum = sum
  }
}

/// Sums a counter's changes by periods of local time.
public struct ChartCounts: Sendable {
  /// The default number of bars.
  public static let usualLength = 14

  /// The maximum number of bars.
  public static let greatestLength = 10_000

  let counters: any CounterRepository
  let calendar: any LocalCalendar
  let clock: any Clock

  /// The bars of the last `count` periods, oldest first; the last one is still running.
  ///
  /// - Throws: `Refusal.chartTooLong`, and the refusals of the repository.
  public func callAsFunction(
    of counter: Counter, by span: Span, last count: Int = usualLength, in session: Session
  ) async throws(Refusal) -> [ChartBar] {
    guard count <= Self.greatestLength else { throw .chartTooLong }
    let boundaries = calendar.boundaries(of: span, last: count, until: clock.now)
    let sums = try await counters.sums(of: counter, between: boundaries, in: session)
    return zip(boundaries, sums).map { ChartBar(start: $0, sum: $1) }
  }
}
