import Domain

/// Parses the forms in which people write a time.
public enum MomentText {
  /// An example of each form.
  public static let forms =
    #"2026-11-21, "2026-11-21 09:00", 09:00, now, today, "yesterday 18:30", "2 hours ago" or RFC 3339"#

  /// The moment of a text: RFC 3339, `now`, `2 hours ago`, or a local day (its beginning), a time
  /// of today, or a day and a time: `2026-11-21T09:00:30`, `yesterday 18:30`. Further blanks mean nothing.
  ///
  /// - Throws: `Refusal.input(.notATime)`, or `.input(.skippedTime)` when daylight saving skips it.
  public static func moment(_ text: String, in calendar: any LocalCalendar, now: Timestamp)
    throws(Refusal)
    -> Timestamp
  {
    let words = normalized(text)
    if words == "now" { return now }
    if let moment = ago(words, in: calendar, now: now) { return moment }
    do throws(Refusal) {
      return try calendar.moment(of: absolute(words, in: calendar, now: now))
    } catch {
      throw if case .input(.skippedTime) = error { .input(.skippedTime(text)) } else {
        .input(.notATime(text))
      }
    }
  }

  /// Whether a text means a whole day: a date, `today` or `yesterday` without a time. It begins when
  /// the person's days do.
  public static func isDay(_ text: String) -> Bool {
    let words = normalized(text)
    return words != "now" && !words.contains(":") && !words.hasSuffix(" ago")
  }

  private static func normalized(_ text: String) -> String {
    text.lowercased().split(separator: " ").joined(separator: " ")
  }

  /// The text with a date instead of `today` or `yesterday`, or before a time alone.
  private static func absolute(_ words: String, in calendar: any LocalCalendar, now: Timestamp)
    -> String
  {
    if calendar.isClock(words) { return "\(calendar.civilTime(at: now).dayText) \(words)" }
    let parts = words.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let day: Timestamp? =
      switch parts.first {
      case "today": now
      case "yesterday": calendar.moment(1, daysBefore: now)
      default: nil
      }
    guard let day else { return words }
    let date = calendar.civilTime(at: day).dayText
    return parts.count == 2 ? "\(date) \(parts[1])" : date
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

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension UseCases {
  /// The moment of a typed text, as `MomentText.moment` reads it. A day alone begins when the account's
  /// days do; only for that the session is needed.
  ///
  /// - Throws: `Refusal.input(.notATime)`, `.input(.skippedTime)`, and the refusals of the session and
  ///   the repository.
  public func moment(
    _ text: String, resuming session: @Sendable () async throws(Refusal) -> Session
  ) async throws(Refusal) -> Timestamp {
    let moment = try MomentText.moment(text, in: calendar, now: clock.now)
    guard MomentText.isDay(text) else { return moment }
    return try await MomentText.moment(text, in: days(of: session()), now: clock.now)
  }
}

extension DayStart {
  /// The time, as in `06:00`.
  public var text: String {
    let digits = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return digits.joined(separator: ":")
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
