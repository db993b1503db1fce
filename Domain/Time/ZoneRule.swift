/// The rule of a time zone in the form of POSIX's `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3`. The files of the
/// tz database end with one, which is for the years after their list (RFC 9636, 3.3.1).
public struct ZoneRule: LocalCalendar {
  public let zone: String
  private let standard: Int64
  /// Daylight saving: its offset, and when it begins and ends each year.
  private let summer: (secondsAhead: Int64, start: Moment, end: Moment)?

  /// A moment of each year, by the clock before it.
  fileprivate struct Moment {
    enum Day {
      /// A day of the week in one of a month's weeks: 5 is the last.
      case week(month: Int, week: Int, weekday: Int64)
      /// A day from 1 to 365, without the leap day.
      case ordinary(Int64)
      /// A day from 0 to 365.
      case counted(Int64)
    }
    let day: Day
    let seconds: Int64
  }

  /// Reads a rule; `nil` for another text.
  public init?(_ text: String) {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard text.utf8.count <= 64, reader.skipName(), let behind = reader.time(longest: 24) else {
      return nil
    }
    zone = text
    standard = -behind
    if reader.isAtEnd {
      summer = nil
      return
    }
    guard reader.skipName() else { return nil }
    var secondsAhead = standard + 3_600
    if reader.next != UInt8(ascii: ",") {
      guard let behind = reader.time(longest: 24) else { return nil }
      secondsAhead = -behind
    }
    guard let start = reader.moment(), let end = reader.moment(), reader.isAtEnd else { return nil }
    summer = (secondsAhead, start, end)
  }

  /// The rule of a clock that is always this far ahead of UTC, in seconds.
  public init(secondsAhead: Int64) {
    func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, rest) = secondsAhead.magnitude.quotientAndRemainder(dividingBy: 3_600)
    let minutes = rest == 0 ? "" : ":\(twoDigits(Int64(rest / 60)))"
    let seconds = rest % 60 == 0 ? "" : ":\(twoDigits(Int64(rest % 60)))"
    let clock = "\(twoDigits(Int64(hours)))\(minutes)\(seconds)"
    let name = "\(secondsAhead < 0 ? "-" : "+")\(clock.filter { $0 != ":" })"
    self.init(
      zone: "<\(name)>\(secondsAhead < 0 ? "" : "-")\(clock)", secondsAhead: secondsAhead)
  }

  private init(zone: String, secondsAhead: Int64) {
    self.zone = zone
    standard = secondsAhead
    summer = nil
  }

  /// Coordinated universal time.
  public static let utc = ZoneRule(zone: "UTC0", secondsAhead: 0)

  public func secondsAhead(at moment: Timestamp) -> Int64 {
    guard let summer else { return standard }
    let utc = floorDivision(moment.milliseconds, by: 1_000).quotient
    let today = floorDivision(utc &+ standard, by: secondsInDay).quotient
    let year = civilDate(daysSince1970: today).year
    let start = summer.start.seconds(in: year) - standard
    let end = summer.end.seconds(in: year) - summer.secondsAhead
    let isSummer = start < end ? (start..<end).contains(utc) : !(end..<start).contains(utc)
    return isSummer ? summer.secondsAhead : standard
  }
}

extension ZoneRule.Moment {
  /// The moment in a year, in seconds of the local clock since 1970-01-01.
  func seconds(in year: Int) -> Int64 {
    let first = daysSince1970(year: year, month: 1, day: 1)
    let day: Int64 =
      switch day {
      case .counted(let day): first + day
      // The day after February 28 is March 1.
      case .ordinary(let day): day < 60 ? first + day - 1 : march(of: year) + day - 60
      case .week(let month, let week, let weekday):
        Self.day(year: year, month: month, week: week, weekday: weekday)
      }
    return day * secondsInDay + seconds
  }

  private func march(of year: Int) -> Int64 { daysSince1970(year: year, month: 3, day: 1) }

  private static func day(year: Int, month: Int, week: Int, weekday: Int64) -> Int64 {
    let first = daysSince1970(year: year, month: month, day: 1)
    let next = daysSince1970(
      year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
    // 1970 began on a Thursday, which is 4.
    let early = first + floorDivision(weekday - (first + 4), by: 7).remainder
    let day = early + Int64(week - 1) * 7
    return day < next ? day : day - 7
  }
}

private struct Reader {
  var rest: ArraySlice<UInt8>

  var isAtEnd: Bool { rest.isEmpty }
  var next: UInt8? { rest.first }

  /// Skips the abbreviation of a zone: letters, or anything between angle brackets.
  mutating func skipName() -> Bool {
    if skip("<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let isLetter: (UInt8) -> Bool = { (0x41...0x5A).contains($0 & 0xDF) }
    let end = rest.firstIndex { !isLetter($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return end - rest.startIndex >= 3
  }

  /// Reads hours, and perhaps minutes and seconds, as seconds. RFC 9636 allows 167 hours in a rule.
  mutating func time(longest hours: Int64) -> Int64? {
    let sign: Int64 = skip("-") ? -1 : 1
    if sign == 1 { _ = skip("+") }
    guard var seconds = number(upTo: hours).map({ $0 * 3_600 }) else { return nil }
    for unit: Int64 in [60, 1] where skip(":") {
      guard let part = number(upTo: 59) else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  mutating func moment() -> ZoneRule.Moment? {
    guard skip(","), let day = day() else { return nil }
    guard skip("/") else { return ZoneRule.Moment(day: day, seconds: 2 * 3_600) }
    return time(longest: 167).map { ZoneRule.Moment(day: day, seconds: $0) }
  }

  private mutating func day() -> ZoneRule.Moment.Day? {
    if skip("J") { return number(upTo: 365).flatMap { $0 < 1 ? nil : .ordinary($0) } }
    guard skip("M") else { return number(upTo: 365).map { .counted($0) } }
    guard let month = number(upTo: 12), month > 0, skip("."), let week = number(upTo: 5), week > 0,
      skip("."), let weekday = number(upTo: 6)
    else { return nil }
    return .week(month: Int(month), week: Int(week), weekday: weekday)
  }

  private mutating func number(upTo largest: Int64) -> Int64? {
    let end = rest.firstIndex { !(0x30...0x39).contains($0) } ?? rest.endIndex
    guard (1...3).contains(end - rest.startIndex) else { return nil }
    let number = rest[..<end].reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    rest = rest[end...]
    return number <= largest ? number : nil
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }
}
