import Domain
import Foundation

/// The calendar of a named time zone.
struct ZoneCalendar: LocalCalendar {
  private let zone: TimeZone

  /// Creates the calendar of a zone by its name in the tz database, for example `Europe/Berlin`;
  /// `nil` for an unknown name.
  init?(named name: String) {
    // Foundation's list of names lacks many that browsers use, like Asia/Kolkata.
    guard name.utf8.count <= 64, name.utf8.allSatisfy(Self.isInNames),
      let zone = TimeZone(identifier: name)
    else { return nil }
    self.zone = zone
  }

  private static func isInNames(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
      UInt8(ascii: "-"), UInt8(ascii: "+"):
      true
    default: false
    }
  }

  func secondsAhead(at moment: Timestamp) -> Int64 {
    // Foundation's calendar is not made for other years.
    let limit = 253_402_300_800_000.0
    let milliseconds = min(max(Double(moment.milliseconds), -limit), limit)
    let date = Date(timeIntervalSince1970: milliseconds / 1_000)
    return Int64(zone.secondsFromGMT(for: date))
  }
}
