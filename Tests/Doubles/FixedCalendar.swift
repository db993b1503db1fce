import Domain
import Foundation

/// The calendar of one time zone, whatever the machine's is.
public struct FixedCalendar: LocalCalendar {
  private let timeZone: TimeZone

  /// The calendar of a time zone, of UTC unless told.
  public init(timeZone: TimeZone = .gmt) {
    self.timeZone = timeZone
  }

  public func secondsAhead(at moment: Timestamp) -> Int64 {
    let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
    return Int64(timeZone.secondsFromGMT(for: date))
  }
}
