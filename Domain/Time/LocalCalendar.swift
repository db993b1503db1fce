/// A place's calendar and clock: where its hours, days, weeks and months begin.
public protocol LocalCalendar: Sendable {
  /// By how many seconds the local clock is ahead of UTC at a moment; negative when it is behind.
  func secondsAhead(at moment: Timestamp) -> Int64
}

extension LocalCalendar {
  /// The local calendar's and clock's reading of a moment.
  public func civilTime(at moment: Timestamp) -> CivilTime {
    CivilTime(utc: wallTime(at: moment.writable))
  }

  /// The moment at which the local calendar and clock show this. A time that is skipped where summer
  /// time begins is as much later as the clock is put forward; one that comes twice is the first.
  ///
  /// `nil` when there is no such date or time, or the year is not 1 to 9999.
  public func moment(of civil: CivilTime) -> Timestamp? {
    guard let wallTime = Timestamp(utc: civil) else { return nil }
    let readings = readings(of: wallTime)
    return readings.moments.min() ?? readings.before
  }

  /// The moment so many days of the calendar earlier, at the same time of the day.
  ///
  /// `nil` before the year 1.
  public func moment(_ count: Int64, daysBefore moment: Timestamp) -> Timestamp? {
    let (seconds, isTooLong) = count.multipliedReportingOverflow(by: -secondsInDay)
    let wallTime = wallTime(at: moment).adding(seconds: seconds)
    guard !isTooLong, wallTime == wallTime.writable else { return nil }
    let readings = readings(of: wallTime)
    return readings.moments.min() ?? readings.before
  }

  /// Where the last `count` stretches begin, oldest first, the one with `moment` in it as the last,
  /// and after them where that one ends: `count` + 1 moments, each later than the one before.
  public func boundaries(of span: Span, last count: Int, until moment: Timestamp) -> [Timestamp] {
    span == .hour
      ? hours(last: count, until: moment.writable)
      : stretches(of: span, last: count, until: moment.writable)
  }

  /// By arithmetic, so that both hours count that have the same name when summer time ends.
  private func hours(last count: Int, until moment: Timestamp) -> [Timestamp] {
    var start = beginningOfHour(at: moment)
    var newestFirst = [start.adding(seconds: 3_600)]
    for _ in 0..<max(count, 0) {
      newestFirst.append(start)
      start = beginningOfHour(at: Timestamp(milliseconds: start.milliseconds - 1))
    }
    return newestFirst.reversed()
  }

  private func beginningOfHour(at moment: Timestamp) -> Timestamp {
    let past = floorDivision(wallTime(at: moment).milliseconds, by: 3_600_000).remainder
    return Timestamp(milliseconds: moment.milliseconds - past)
  }

  private func stretches(of span: Span, last count: Int, until moment: Timestamp) -> [Timestamp] {
    let today = floorDivision(wallTime(at: moment).milliseconds, by: secondsInDay * 1_000).quotient
    var first = span.firstDay(with: today)
    // A clock that is put back over midnight shows the day before once more.
    let next = span.firstDay(after: first)
    if beginning(ofDay: next) <= moment { first = next }
    var earliest = beginning(ofDay: span.firstDay(after: first))
    var newestFirst = [earliest]
    while newestFirst.count <= count {
      let beginning = beginning(ofDay: first)
      // A day that a change of the time zone skips begins, and ends, with the one after it.
      if beginning < earliest { newestFirst.append(beginning) }
      earliest = beginning
      first = span.firstDay(with: first - 1)
    }
    return newestFirst.reversed()
  }

  /// The moment of a day's first midnight, or, where the clock is put forward over it, of that.
  private func beginning(ofDay day: Int64) -> Timestamp {
    let midnight = Timestamp(milliseconds: day * secondsInDay * 1_000)
    let readings = readings(of: midnight)
    if let first = readings.moments.min() { return first }
    var (early, late) = (readings.after, readings.before)
    while late.milliseconds - early.milliseconds > 1_000 {
      let seconds = (late.milliseconds - early.milliseconds) / 2_000
      let middle = early.adding(seconds: seconds)
      if wallTime(at: middle) < midnight { early = middle } else { late = middle }
    }
    return late
  }

  private func wallTime(at moment: Timestamp) -> Timestamp {
    moment.adding(seconds: secondsAhead(at: moment))
  }

  /// The moments at which the wall clock shows a time, a clock in UTC being taken for one on the wall;
  /// and those at which it would, by how it goes the day before and the day after. Only where the clock
  /// is put forward does it never show the time.
  private func readings(of wallTime: Timestamp) -> (
    moments: [Timestamp], before: Timestamp, after: Timestamp
  ) {
    let before = wallTime.adding(
      seconds: -secondsAhead(at: wallTime.adding(seconds: -secondsInDay)))
    let after = wallTime.adding(seconds: -secondsAhead(at: wallTime.adding(seconds: secondsInDay)))
    let moments = [before, after].filter { self.wallTime(at: $0) == wallTime }
    return (moments, before, after)
  }
}
