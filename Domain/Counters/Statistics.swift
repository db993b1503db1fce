/// What was added to a counter in a period, by local days.
public struct Statistics: Equatable, Sendable {
  /// The beginning of the period.
  public let start: Timestamp
  /// The beginning of its last day.
  public let lastDay: Timestamp
  /// How many dates it has, a part of a day included; 0 if nothing was entered, or if it is over
  /// before it begins.
  public let days: Int64
  /// The sum of the additions, or `nil` if it is out of range.
  public let sum: Int64?
  /// The first of the days with the greatest sum above 0.
  public let best: ChartBar?
  /// How many days with a sum above 0 follow each other up to the last day, or the day before it. With a
  /// daily target, they are days on which it was reached; with a daily limit, days up to the last one on
  /// which it was kept.
  public let streak: Int64
  /// The greatest number of such days that follow each other.
  public let longestStreak: Int64
  /// The sums of the seven days of the week, from Monday to Sunday (ISO 8601); `nil` is out of range.
  public let weekdays: [Int64?]

  /// The average sum of a day as a decimal number, rounded to hundredths (a half away from zero).
  /// `nil` without days, or if the sum is out of range.
  public var average: String? {
    guard let sum, days > 0 else { return nil }
    let hundredths = (200 * Int128(sum.magnitude) + Int128(days)) / (2 * Int128(days))
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    let sign = sum < 0 && hundredths > 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    let (tenth, hundredth) = rest.quotientAndRemainder(dividingBy: 10)
    return "\(sign)\(whole).\(tenth)\(hundredth > 0 ? "\(hundredth)" : "")"
  }
}

extension Statistics {
  /// Sums up days.
  ///
  /// - Parameters:
  ///   - bars: the days on which something was entered, oldest first.
  ///   - start: the beginning of the period, or `nil` for the first day with a sum.
  ///   - end: the last moment of the period.
  ///   - target: the counter's target.
  ///   - isEmpty: whether the period is over before it begins.
  ///   - calendar: the calendar of the account's days.
  package init(
    of bars: [ChartBar], since start: Timestamp?, until end: Timestamp, target: Target? = nil,
    isEmpty: Bool = false, in calendar: any LocalCalendar
  ) {
    let daily = target?.period?.span == .day ? target : nil
    let reached = daily?.number ?? 1
    let last = calendar.day(containing: end)
    lastDay = last.lowerBound
    let first = start ?? (bars.first { $0.exactSum != 0 } ?? bars.first)?.start
    self.start = first ?? lastDay
    if let first, !isEmpty {
      let number = calendar.number(ofDayContaining: lastDay)
      days = max(0, number - calendar.number(ofDayContaining: first) + 1)
    } else {
      days = 0
    }
    var sums = [Int128](repeating: 0, count: 7)
    var (streak, longest): (Int64, Int64) = (0, 0)
    var best: ChartBar?
    var end: Timestamp?
    for bar in bars {
      let day = calendar.day(containing: bar.start)
      let weekday = floorDivision(calendar.number(ofDayContaining: day.lowerBound) + 3, by: 7)
        .remainder
      sums[Int(weekday)] += bar.exactSum
      if bar.exactSum > max(0, best?.exactSum ?? 0) { best = bar }
      guard bar.exactSum >= reached else { continue }
      streak = end == day.lowerBound ? streak + 1 : 1
      longest = max(longest, streak)
      end = day.upperBound
    }
    self.best = best
    if let daily, daily.isLimit {
      let start = self.start
      let over = bars.filter { $0.exactSum > daily.number && $0.start >= start }
        .map { calendar.number(ofDayContaining: $0.start) }
      let final = calendar.number(ofDayContaining: lastDay)
      let breaks = [final - days] + over + [final + 1]
      let kept = zip(breaks, breaks.dropFirst()).map { max(0, $1 - $0 - 1) }
      self.streak = kept.last ?? 0
      longestStreak = kept.max() ?? 0
    } else {
      self.streak = end.map { $0 >= last.lowerBound } == true ? streak : 0
      longestStreak = longest
    }
    weekdays = sums.map { Int64(exactly: $0) }
    sum = Int64(exactly: sums.reduce(0, +))
  }
}

extension UseCases {
  /// Statistics of a counter's additions by the account's days.
  ///
  /// - Parameters:
  ///   - counter: the counter.
  ///   - beginning: the beginning of the period; by default the first day with a sum.
  ///   - end: the end of the period; days after today are not counted.
  ///   - session: the session.
  /// - Returns: the statistics.
  /// - Throws: the refusals of the repository.
  public func statistics(
    of counter: Counter, since beginning: Timestamp? = nil, until end: Timestamp? = nil,
    in session: Session
  ) async throws(Refusal) -> Statistics {
    let calendar = try await days(of: session)
    let day = { @Sendable moment in calendar.day(containing: moment) }
    let start = beginning ?? Timestamp(milliseconds: .min)
    let period = start..<max(start, end ?? day(clock.now).upperBound)
    let bars = try await counters.sums(of: counter, during: period, by: day, in: session)
    return Statistics(
      of: bars, since: beginning, until: min(newestMoment(until: end), clock.now),
      target: counter.target, isEmpty: period.isEmpty, in: calendar)
  }
}
