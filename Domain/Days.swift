/// A moment as a wall calendar and a wall clock show it (Gregorian calendar).
public struct CivilTime: Equatable, Sendable {
  /// The year, 1 or later for every moment that Tally shows.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, 1 to 31.
  public let day: Int
  /// The hour, 0 to 23.
  public let hour: Int
  /// The minute, 0 to 59.
  public let minute: Int
  /// The second, 0 to 60.
  public let second: Int

  /// A civil time of these parts, which are taken as they are.
  public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }
}

/// A stretch of local time that one bar of a chart stands for. A week begins on Monday (ISO 8601).
public enum Span: String, CaseIterable, Sendable {
  case hour, day, week, month
}

/// Where local days begin, also over changes of summer time.
public protocol Days: Sendable {
  /// The local calendar's and clock's reading of a moment.
  func civilTime(at moment: Timestamp) -> CivilTime

  /// The moment at which the local calendar and clock show this. A time that is skipped where summer
  /// time begins is as much later as the clock is put forward; one that comes twice is the first.
  ///
  /// `nil` where there is no such date or time, or the year is none of 1 to 9999.
  func moment(of civil: CivilTime) -> Timestamp?

  /// Where the last `count` stretches begin, oldest first, the one with `moment` in it as the last,
  /// and behind them where that one ends: `count` + 1 moments, each later than the one before.
  func boundaries(of span: Span, last count: Int, until moment: Timestamp) -> [Timestamp]
}
