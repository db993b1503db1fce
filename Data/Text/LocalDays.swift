public import Domain
internal import Foundation

/// The days of a time zone, by the Gregorian calendar.
public struct LocalDays: Days {
  private let calendar: Calendar

  /// The days of the time zone that `TZ` names, or else the computer's.
  public init() {
    self.init(in: TimeZone.ofEnvironment(ProcessInfo.processInfo.environment["TZ"]) ?? .current)
  }

  /// The days of a time zone of the IANA's database (`Europe/Berlin`), or `nil` where it has none of
  /// that name.
  public init?(timeZone identifier: String) {
    guard let zone = TimeZone(identifier: identifier) else { return nil }
    self.init(in: zone)
  }

  private init(in zone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.firstWeekday = 2
    self.calendar = calendar
  }

  /// A moment outside the years 1 to 9999 is shown as the nearest one inside.
  public func civilTime(at moment: Timestamp) -> CivilTime {
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Date(moment))
    return CivilTime(
      year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1,
      hour: parts.hour ?? 0, minute: parts.minute ?? 0, second: parts.second ?? 0)
  }

  public func moment(of civil: CivilTime) -> Timestamp? {
    guard let utc = Timestamp(utc: civil) else { return nil }
    let day: Int64 = 24 * 60 * 60
    let before = offset(at: utc.adding(seconds: -day))
    let after = offset(at: utc.adding(seconds: day))
    let readings = [before, after].map { offset in (offset, utc.adding(seconds: -offset)) }
    // Where the clock is put forward, neither offset is the one at its own reading.
    let moments = readings.filter { offset(at: $1) == $0 }.map(\.1)
    return moments.min() ?? utc.adding(seconds: -before)
  }

  private func offset(at moment: Timestamp) -> Int64 {
    Int64(calendar.timeZone.secondsFromGMT(for: Date(moment)))
  }

  public func boundaries(of span: Span, last count: Int, until moment: Timestamp) -> [Timestamp] {
    var (start, end) = stretch(of: span, around: Date(moment))
    var boundaries = [Timestamp(end)]
    for _ in 0..<max(count, 0) {
      boundaries.append(Timestamp(start))
      start = stretch(of: span, around: start.addingTimeInterval(-0.001)).start
    }
    return boundaries.reversed()
  }

  private func stretch(of span: Span, around date: Date) -> (start: Date, end: Date) {
    let component: Calendar.Component
    switch span {
    case .hour: return hour(around: date)
    case .day: component = .day
    case .week: component = .weekOfYear
    case .month: component = .month
    }
    guard let interval = calendar.dateInterval(of: component, for: date) else {
      return hour(around: date)
    }
    return (interval.start, interval.end)
  }

  /// By arithmetic, so that both hours count that have the same name when summer time ends.
  private func hour(around date: Date) -> (start: Date, end: Date) {
    let offset = Double(calendar.timeZone.secondsFromGMT(for: date))
    let local = date.timeIntervalSince1970 + offset
    let start = Date(timeIntervalSince1970: (local / 3_600).rounded(.down) * 3_600 - offset)
    return (start, start.addingTimeInterval(3_600))
  }
}

extension TimeZone {
  /// The zone that a value of `TZ` means: a name, with or without a colon before it, or its file;
  /// an empty one means UTC. `nil` for everything else.
  static func ofEnvironment(_ value: String?) -> TimeZone? {
    guard let value else { return nil }
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if name.isEmpty { return .gmt }
    return TimeZone(identifier: String(name.split(separator: "/zoneinfo/").last ?? ""))
  }
}

/// The second week of the year 1, so that it is the year 1 everywhere and in every calendar.
private let earliest: Int64 = -62_135_000_000_000
/// The last day of the year 9999, so that it is the year 9999 everywhere.
private let latest: Int64 = 253_402_214_400_000

extension Date {
  fileprivate init(_ moment: Timestamp) {
    let milliseconds = min(max(moment.milliseconds, earliest), latest)
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}

extension Timestamp {
  fileprivate init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded()))
  }
}
