import Domain
import Foundation

/// Days of one time zone, whatever the machine's is.
public struct FixedDays: Days {
  private let calendar: Calendar

  /// The days of a time zone, of UTC unless told; weeks begin on Monday.
  public init(timeZone: TimeZone = .gmt) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    calendar.firstWeekday = 2
    calendar.minimumDaysInFirstWeek = 4
    self.calendar = calendar
  }

  public func civilTime(at moment: Timestamp) -> CivilTime {
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Date(moment))
    return CivilTime(
      year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0,
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
    let component: Calendar.Component =
      switch span {
      case .hour: .hour
      case .day: .day
      case .week: .weekOfYear
      case .month: .month
      }
    var newestFirst: [Timestamp] = []
    var date = Date(moment)
    while newestFirst.count <= count,
      let stretch = calendar.dateInterval(of: component, for: date)
    {
      if newestFirst.isEmpty { newestFirst.append(Timestamp(stretch.end)) }
      if newestFirst.count <= count { newestFirst.append(Timestamp(stretch.start)) }
      date = stretch.start.addingTimeInterval(-1)
    }
    return newestFirst.reversed()
  }
}

extension Date {
  fileprivate init(_ moment: Timestamp) {
    self.init(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
  }
}

extension Timestamp {
  fileprivate init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded()))
  }
}
