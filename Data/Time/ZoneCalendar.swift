public import Domain
internal import Foundation

/// The calendar of a named time zone.
public struct ZoneCalendar: LocalCalendar {
  private let zone: TimeZone

  /// Creates the calendar of a zone by its name in the tz database, for example `Europe/Berlin`;
  /// `nil` for an unknown name.
  public init?(named name: String) {
    guard name.utf8.count <= 64, TimeZone.knownTimeZoneIdentifiers.contains(name) || name == "UTC",
      let zone = TimeZone(identifier: name)
    else { return nil }
    self.zone = zone
  }

  public func secondsAhead(at moment: Timestamp) -> Int64 {
    // Foundation's calendar is not made for other years.
    let limit = 253_402_300_800_000.0
    let milliseconds = min(max(Double(moment.milliseconds), -limit), limit)
    let date = Date(timeIntervalSince1970: milliseconds / 1_000)
    return Int64(zone.secondsFromGMT(for: date))
  }
}
