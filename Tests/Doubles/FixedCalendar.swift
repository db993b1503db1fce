import Domain
import Foundation

/// The calendar of a fixed time zone.
public struct FixedCalendar: LocalCalendar {
  private let timeZone: TimeZone

  /// Creates the calendar of a time zone, by default UTC.
  public init(timeZone: TimeZone = .gmt) {
    self.timeZone = timeZone
  }

  public var zone: String {
    timeZone.nextDaylightSavingTimeTransition == nil
      ? ZoneRule(secondsAhead: Int64(timeZone.secondsFromGMT())).zone : timeZone.identifier
  }

  public func secondsAhead(at moment: Timestamp) -> Int64 {
    let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
    return Int64(timeZone.secondsFromGMT(for: date))
  }
}
