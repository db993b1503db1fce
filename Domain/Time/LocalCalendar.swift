/// A local calendar and clock: where hours, days, weeks, months and years begin.
public protocol LocalCalendar: Sendable {
  /// The time zone: its name in the tz database, or a rule as `ZoneRule` reads it.
  var zone: String { get }

  /// The offset of the local clock from UTC at a moment, in seconds; negative to the west.
  func secondsAhead(at moment: Timestamp) -> Int64

  /// The calendar of another zone, or this one where that is not known.
  func calendar(ofZone zone: String) -> any LocalCalendar
}

extension LocalCalendar {
  public func calendar(ofZone zone: String) -> any LocalCalendar {
    if zone != self.zone, let rule = ZoneRule(zone) { return rule }
    return self
  }
}

extension LocalCalendar {
  /// The local date and time of a moment.
  public func civilTime(at moment: Timestamp) -> CivilTime {
    CivilTime(utc: wallTime(at: moment.writable))
  }

  /// The moment of a local date and time.
  ///
  /// A time that daylight saving skips is moved forward by the skipped amount. Of a time that
  /// occurs twice, the first is returned.
  ///
  /// `nil` when there is no such date or time, or the year is not 1 to 9999.
  public func moment(of civil: CivilTime) -> Timestamp? {
    guard let wallTime = Timestamp(utc: civil) else { return nil }
    let readings = readings(of: wallTime)
    return readings.moments.min() ?? readings.before
  }

  /// The moment `count` calendar days earlier at the same time of day.
  ///
  /// `nil` before the year 1.
  public func moment(_ count: Int64, daysBefore moment: Timestamp) -> Timestamp? {
    let (seconds, isTooLong) = count.multipliedReportingOverflow(by: -secondsInDay)
    let wallTime = wallTime(at: moment).adding(seconds: seconds)
    guard !isTooLong, wallTime == wallTime.writable else { return nil }
    let readings = readings(of: wallTime)
    return readings.moments.min() ?? readings.before
  }

  /// The boundaries of the last `count` stretches, oldest first; the last stretch contains
  /// `moment`.
  ///
  /// Returns `count` + 1 moments in ascending order: the beginning of each stretch and the end of
  /// the last.
  public func boundaries(of span: Span, last count: Int, until moment: Timestamp) -> [Timestamp] {
    span == .hour
      ? hours(last: count, until: moment.writable)
      : stretches(of: span, last: count, until: moment.writable)
  }

  /// The local day that contains a moment.
  public func day(containing moment: Timestamp) -> Range<Timestamp> {
    stretch(of: .day, containing: moment)
  }

  /// The stretch that contains a moment.
  func stretch(of span: Span, containing moment: Timestamp) -> Range<Timestamp> {
    let boundaries = boundaries(of: span, last: 1, until: moment)
    guard let start = boundaries.first, let end = boundaries.last, start <= end else {
      return moment..<moment
    }
    return start..<end
  }

  /// The number of the local day that contains a moment, counted from 1970-01-01.
  func number(ofDayContaining moment: Timestamp) -> Int64 {
    let beginning = wallTime(at: day(containing: moment).lowerBound)
    return floorDivision(beginning.milliseconds, by: secondsInDay * 1_000).quotient
  }

  /// Uses arithmetic, so that both hours with the same name count when daylight saving ends.
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
    // A clock that is put back at midnight shows the previous day again.
    let next = span.firstDay(after: first)
    if beginning(ofDay: next) <= moment { first = next }
    var earliest = beginning(ofDay: span.firstDay(after: first))
    var newestFirst = [earliest]
    while newestFirst.count <= count {
      let beginning = beginning(ofDay: first)
      // A day that a time zone change skips begins and ends with the next day.
      if beginning < earliest { newestFirst.append(beginning) }
      earliest = beginning
      first = span.firstDay(with: first - 1)
    }
    return newestFirst.reversed()
  }

  /// The moment a day begins, counted from 1970-01-01: its first midnight, or the moment the clock skips over midnight.
  func beginning(ofDay day: Int64) -> Timestamp {
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

  /// The moments when the local clock shows `wallTime`, which is given as if it were UTC.
  ///
  /// Also returns the moments that follow from the offsets of the day before and the day after.
  /// They matter when the clock is put forward and never shows the time.
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
