/// What was added to a counter in a period of whole local days.
public struct Statistics: Equatable, Sendable {
  /// The beginning of the period.
  public let start: Timestamp
  /// How many local days it has, the last one included; 0 for a period without a moment.
  public let days: Int64
  /// The sum of the additions, or `nil` if it is out of range.
  public let sum: Int64?
  /// The first of the days on which most was added. Its sum is `nil` if it is out of range; no day
  /// is best without a sum above 0.
  public let best: ChartBar?
  /// How many days in a row with additions end with the last one, or with the day before it.
  public let streak: Int64
  /// The most days in a row with additions.
  public let longestStreak: Int64
  /// The sums of the seven days of the week, from Monday to Sunday (ISO 8601); `nil` is out of range.
  public let weekdays: [Int64?]

  /// The average sum of a day as a decimal number, rounded to hundredths (a half away from zero).
  /// `nil` without days, or if the sum is out of range.
  public var average: String? {
    guard let sum, days > 0 else { return nil }
    let (doubled, divisor) = (200 * Int128(sum.magnitude), 2 * Int128(days))
    let hundredths = (doubled + Int128(days)) / divisor
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    let digits =
      rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (sum < 0 && hundredths > 0 ? "-" : "") + "\(whole)\(digits)"
  }
}

extension Statistics {
  /// Sums up days.
  ///
  /// - Parameters:
  ///   - bars: the days on which something was entered, oldest first.
  ///   - start: the beginning of the first day, or `nil` for the first of the bars.
  ///   - last: the beginning of the last day.
  ///   - isEmpty: whether the period has no moment.
  ///   - number: the number of the local day that contains a moment, counted from 1970-01-01.
  package init(
    of bars: [ChartBar], since start: Timestamp?, last: Timestamp, isEmpty: Bool = false,
    number: (Timestamp) -> Int64
  ) {
    self.start = start ?? bars.first?.start ?? last
    let newest = number(last)
    days = isEmpty ? 0 : max(0, newest - number(self.start) + 1)
    var sums = [Int128?](repeating: 0, count: 7)
    var (streak, longest, previous): (Int64, Int64, Int64?) = (0, 0, nil)
    var best: ChartBar?
    for bar in bars {
      let day = number(bar.start)
      let weekday = Int(floorDivision(day + 3, by: 7).remainder)
      sums[weekday] = bar.sum.flatMap { sum in sums[weekday].map { $0 + Int128(sum) } }
      // A sum out of range is one of additions, as far as anybody can tell.
      guard bar.sum ?? 1 > 0 else { continue }
      if let greatest = best {
        if let sum = greatest.sum, bar.sum.map({ $0 > sum }) ?? true { best = bar }
      } else {
        best = bar
      }
      streak = previous == day - 1 ? streak + 1 : 1
      longest = max(longest, streak)
      previous = day
    }
    self.best = best
    self.streak = previous.map { $0 >= newest - 1 } == true ? streak : 0
    longestStreak = longest
    weekdays = sums.map { $0.flatMap { Int64(exactly: $0) } }
    sum = sums.contains(nil) ? nil : Int64(exactly: sums.compactMap(\.self).reduce(0, +))
  }
}

extension UseCases {
  /// Statistics of a counter's additions by local days.
  ///
  /// - Parameters:
  ///   - counter: the counter.
  ///   - beginning: the beginning of the period; by default its first change.
  ///   - end: the end of the period; by default the end of today.
  ///   - session: the session.
  /// - Returns: the statistics.
  /// - Throws: the refusals of the repository.
  public func statistics(
    of counter: Counter, since beginning: Timestamp? = nil, until end: Timestamp? = nil,
    in session: Session
  ) async throws(Refusal) -> Statistics {
    let calendar = calendar
    let day = { @Sendable moment in calendar.day(containing: moment) }
    let newest = end.map { Timestamp(milliseconds: max($0.milliseconds, .min + 1) - 1) }
    let last = day(newest ?? clock.now)
    let start = beginning ?? Timestamp(milliseconds: .min)
    let period = start..<max(start, end ?? last.upperBound)
    let bars = try await counters.sums(of: counter, during: period, by: day, in: session)
    return Statistics(
      of: bars, since: beginning, last: last.lowerBound, isEmpty: period.isEmpty,
      number: calendar.number(ofDayContaining:))
  }
}
