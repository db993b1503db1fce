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
  /// daily target, they are whole days of the target on which it was reached; with a daily limit, days up
  /// to the last one on which it was kept.
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
  ///   - judged: a daily target, the whole days in which it is reached or kept, and their calendar.
  ///   - isEmpty: whether the period is over before it begins.
  ///   - calendar: the calendar of the account's days.
  package init(
    of bars: [ChartBar], since start: Timestamp?, until end: Timestamp,
    by judged: (target: Target, bars: [ChartBar], days: any LocalCalendar)? = nil,
    isEmpty: Bool = false, in calendar: any LocalCalendar
  ) {
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
    var best: ChartBar?
    for bar in bars {
      let day = calendar.number(ofDayContaining: bar.start)
      sums[Int(floorDivision(day + 3, by: 7).remainder)] += bar.exactSum
      if bar.exactSum > max(0, best?.exactSum ?? 0) { best = bar }
    }
    self.best = best
    if let judged, judged.target.isLimit {
      let first = days > 0 ? self.start : nil
      (streak, longestStreak) = Self.keptDays(
        of: judged.target.number, in: judged.bars, from: first, until: end, judged.days)
    } else {
      (streak, longestStreak) = Self.reachedDays(
        of: judged?.target.number ?? 1, in: judged?.bars ?? bars, until: end,
        judged?.days ?? calendar)
    }
    weekdays = sums.map { Int64(exactly: $0) }
    sum = Int64(exactly: sums.reduce(0, +))
  }

  private static func reachedDays(
    of number: Int64, in bars: [ChartBar], until end: Timestamp, _ calendar: any LocalCalendar
  ) -> (present: Int64, longest: Int64) {
    var (streak, longest): (Int64, Int64) = (0, 0)
    var next: Timestamp?
    for bar in bars where bar.exactSum >= number {
      let day = calendar.day(containing: bar.start)
      streak = next == day.lowerBound ? streak + 1 : 1
      longest = max(longest, streak)
      next = day.upperBound
    }
    let isPresent = next.map { $0 >= calendar.day(containing: end).lowerBound } == true
    return (isPresent ? streak : 0, longest)
  }

  private static func keptDays(
    of number: Int64, in bars: [ChartBar], from start: Timestamp?, until end: Timestamp,
    _ calendar: any LocalCalendar
  ) -> (present: Int64, longest: Int64) {
    guard let start else { return (0, 0) }
    let first = calendar.number(ofDayContaining: start)
    let over = bars.filter { $0.exactSum > number }
      .map { calendar.number(ofDayContaining: $0.start) }.filter { $0 >= first }
    let breaks = [first - 1] + over + [calendar.number(ofDayContaining: end) + 1]
    let kept = zip(breaks, breaks.dropFirst()).map { max(0, $1 - $0 - 1) }
    return (kept.last ?? 0, kept.max() ?? 0)
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
    let dayStart = try await counters.dayStart(in: session)
    let days = calendar.days(beginningAt: dayStart)
    let start = beginning ?? Timestamp(milliseconds: .min)
    let period = start..<max(start, end ?? days.day(containing: clock.now).upperBound)
    let bars = try await counters.sums(
      of: counter, during: period, by: { days.day(containing: $0) }, in: session)
    let last = min(newestMoment(until: end), clock.now)
    var judged: (target: Target, bars: [ChartBar], days: any LocalCalendar)?
    if let target = counter.target, let daily = target.period, daily.span == .day, !period.isEmpty {
      // Whether it was reached is the same for everybody, and for a whole day.
      let ofTarget = calendar.calendar(ofZone: daily.zone).days(beginningAt: daily.dayStart)
      let first = beginning.map { ofTarget.day(containing: $0).lowerBound } ?? start
      let whole = first..<max(first, ofTarget.day(containing: last).upperBound)
      let isSame = whole == period && (daily.zone, daily.dayStart) == (calendar.zone, dayStart)
      let sums =
        isSame
        ? bars
        : try await counters.sums(
          of: counter, during: whole, by: { ofTarget.day(containing: $0) }, in: session)
      judged = (target, sums, ofTarget)
    }
    return Statistics(
      of: bars, since: beginning, until: last, by: judged, isEmpty: period.isEmpty, in: days)
  }
}
