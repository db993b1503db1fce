/// The time at which a person's days begin.
public struct DayStart: Hashable, Sendable {
  /// Minutes after midnight, from 0 to 1,439.
  public let minutes: Int

  /// The beginning of the calendar's days, until a person says otherwise.
  public static let midnight = DayStart(unchecked: 0)

  private init(unchecked minutes: Int) {
    self.minutes = minutes
  }

  /// Creates the time of a stored number; `nil` if it is not from 0 to 1,439.
  public init?(minutes: Int) {
    guard (0..<1_440).contains(minutes) else { return nil }
    self.init(unchecked: minutes)
  }

  /// Reads a time as a person types it: `06:00` or `6:00`.
  ///
  /// - Throws: `Refusal.input(.notADayStart)`.
  public init(typed text: String) throws(Refusal) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { throw .input(.notADayStart(text)) }
    self.init(unchecked: hour * 60 + minute)
  }
}

extension LocalCalendar {
  /// The calendar in which each day begins at that time of its date, and so does each week, month
  /// and year. Only for what is counted in days: its clock is late by that time.
  public func days(beginningAt start: DayStart) -> any LocalCalendar {
    start == .midnight ? self : LateCalendar(calendar: self, seconds: Int64(start.minutes) * 60)
  }
}

private struct LateCalendar: LocalCalendar {
  let calendar: any LocalCalendar
  let seconds: Int64

  var zone: String { calendar.zone }

  func secondsAhead(at moment: Timestamp) -> Int64 {
    calendar.secondsAhead(at: moment) - seconds
  }
}
