import Domain

/// Parses the forms in which people write a time.
public enum MomentText {
  /// An example of each form.
  public static let forms =
    #"2026-11-21, "2026-11-21 09:00", 09:00, now, today, "yesterday 18:30", "2 hours ago" or RFC 3339"#

  /// The moment of a text: RFC 3339, `now`, `2 hours ago`, or a local day (its beginning), a time
  /// of today, or a day and a time: `2026-11-21T09:00:30`, `yesterday 18:30`.
  ///
  /// - Throws: `Refusal.notATime`, or `.skippedTime` when daylight saving skips it.
  public static func moment(_ text: String, in calendar: any LocalCalendar, now: Timestamp)
    throws(Refusal)
    -> Timestamp
  {
    let words = text.lowercased()
    if words == "now" { return now }
    if let moment = Timestamp(rfc3339: text) ?? ago(words, in: calendar, now: now) { return moment }

    let today = calendar.civilTime(at: now)
    if let clock = clock(words[...]) { return try moment(text, on: today, at: clock, in: calendar) }
    // RFC 3339 allows a T between a date and a time.
    let isDate = words.first?.isNumber == true
    let parts = words.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == " " || isDate && $0 == "t"
    }
    guard let date = date(parts[0], today: today, in: calendar, now: now) else {
      throw .notATime(text)
    }
    // The first moment of a day, even if the clock skips midnight.
    guard parts.count == 2 else {
      guard let moment = calendar.moment(of: date.at([0, 0, 0])) else { throw .notATime(text) }
      return moment
    }
    guard let clock = clock(parts[1]) else { throw .notATime(text) }
    return try moment(text, on: date, at: clock, in: calendar)
  }

  private static func moment(
    _ text: String, on date: CivilTime, at clock: [Int], in calendar: any LocalCalendar
  ) throws(Refusal) -> Timestamp {
    let civil = date.at(clock)
    guard let moment = calendar.moment(of: civil) else { throw .notATime(text) }
    let shown = Timestamp(utc: calendar.civilTime(at: moment))
    guard shown == Timestamp(utc: civil) else { throw .skippedTime(text) }
    return moment
  }

  private static func date(
    _ text: Substring, today: CivilTime, in calendar: any LocalCalendar, now: Timestamp
  ) -> CivilTime? {
    switch text {
    case "today": return today
    case "yesterday": return calendar.moment(1, daysBefore: now).map(calendar.civilTime)
    default:
      guard let date = numbers(text, separator: "-", lengths: [4, 2, 2]) else { return nil }
      return CivilTime(year: date[0], month: date[1], day: date[2], hour: 0, minute: 0, second: 0)
    }
  }

  /// `2 hours ago`; days and weeks follow the calendar.
  private static func ago(_ text: String, in calendar: any LocalCalendar, now: Timestamp)
    -> Timestamp?
  {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "ago", words[0].utf8.allSatisfy(isDigit),
      let count = Int64(words[0])
    else { return nil }
    switch words[1] {
    case "second", "seconds": return earlier(count, unit: 1, than: now)
    case "minute", "minutes": return earlier(count, unit: 60, than: now)
    case "hour", "hours": return earlier(count, unit: 3_600, than: now)
    case "day", "days": return calendar.moment(count, daysBefore: now)
    case "week", "weeks":
      let (count, isTooLong) = count.multipliedReportingOverflow(by: 7)
      return isTooLong ? nil : calendar.moment(count, daysBefore: now)
    default: return nil
    }
  }

  private static func earlier(_ count: Int64, unit: Int64, than now: Timestamp) -> Timestamp? {
    let (seconds, isTooLong) = count.multipliedReportingOverflow(by: -unit)
    let moment = now.adding(seconds: seconds)
    return isTooLong || Timestamp(rfc3339: moment.rfc3339) != moment ? nil : moment
  }

  private static func clock(_ text: Substring) -> [Int]? {
    numbers(text, separator: ":", lengths: [2, 2]).map { $0 + [0] }
      ?? numbers(text, separator: ":", lengths: [2, 2, 2])
  }

  private static func numbers(_ text: Substring, separator: Character, lengths: [Int]) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == lengths, parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == lengths.count ? numbers : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension CivilTime {
  /// The same day at another time.
  fileprivate func at(_ clock: [Int]) -> CivilTime {
    CivilTime(
      year: year, month: month, day: day, hour: clock[0], minute: clock[1], second: clock[2])
  }
}

extension CivilTime {
  /// The day, as in `2026-11-21` (ISO 8601).
  public var dayText: String { text(parts: 3) }

  /// The day and the minute, as in `2026-11-21 09:05`.
  public var minuteText: String { text(parts: 5) }

  /// The day and the second, as in `2026-11-21 09:05:00`.
  public var secondText: String { text(parts: 6) }

  /// The first parts, from the year on. Written for speed, because a long history has millions of
  /// times.
  private func text(parts: Int) -> String {
    let all = [
      ("", year, 4), ("-", month, 2), ("-", day, 2), (" ", hour, 2), (":", minute, 2),
      (":", second, 2),
    ]
    var text = ""
    for (separator, number, length) in all.prefix(parts) {
      let digits = String(number)
      text += separator
      for _ in 0..<max(0, length - digits.utf8.count) { text += "0" }
      text += digits
    }
    return text
  }
}
