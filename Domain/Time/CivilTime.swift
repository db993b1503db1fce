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
