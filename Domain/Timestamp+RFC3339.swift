extension Timestamp {
  /// The moment in UTC as RFC 3339 has it: `2026-11-21T09:00:00Z`, with `.123` behind the seconds only
  /// where there are milliseconds. One outside the years 1 to 9999 is written as the nearest inside.
  public var rfc3339: String {
    let held = min(max(milliseconds, Self.writable.lowerBound), Self.writable.upperBound)
    let (seconds, fraction) = floorDivision(held, by: 1_000)
    let (day, second) = floorDivision(seconds, by: secondsInDay)
    let date = civilDate(daysSince1970: Int(day))
    var text: [UInt8] = []
    text.reserveCapacity(24)
    text.append(date.year, digits: 4)
    text.append(date.month, digits: 2, after: "-")
    text.append(date.day, digits: 2, after: "-")
    text.append(Int(second) / 3_600, digits: 2, after: "T")
    text.append(Int(second) / 60 % 60, digits: 2, after: ":")
    text.append(Int(second) % 60, digits: 2, after: ":")
    if fraction > 0 { text.append(Int(fraction), digits: 3, after: ".") }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// The moment that an RFC 3339 text names: any offset, `T`, `t` or a blank before the time, fractions
  /// of any length cut to milliseconds. A leap second (23:59:60 in UTC) is the second after it.
  ///
  /// `nil` where the text is anything else, or the moment is outside the years 1 to 9999 in UTC.
  public init?(rfc3339 text: String) {
    var bytes = text.utf8.makeIterator()
    guard let year = bytes.number(digits: 4), bytes.next() == UInt8(ascii: "-"),
      let month = bytes.number(digits: 2), bytes.next() == UInt8(ascii: "-"),
      let day = bytes.number(digits: 2), let separator = bytes.next(),
      [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(separator),
      let hour = bytes.number(digits: 2), bytes.next() == UInt8(ascii: ":"),
      let minute = bytes.number(digits: 2), bytes.next() == UInt8(ascii: ":"),
      let second = bytes.number(digits: 2), var next = bytes.next(),
      let local = Timestamp(
        utc: CivilTime(
          year: year, month: month, day: day, hour: hour, minute: minute, second: second))
    else { return nil }
    var fraction: Int64 = 0
    if next == UInt8(ascii: ".") {
      guard let (milliseconds, behind) = bytes.fraction() else { return nil }
      (fraction, next) = (milliseconds, behind)
    }
    guard let offset = bytes.offset(sign: next), bytes.next() == nil else { return nil }
    let whole = local.milliseconds - offset * 1_000
    guard second < 60 || floorDivision(whole, by: secondsInDay * 1_000).remainder == 0,
      Self.writable.contains(whole + fraction)
    else { return nil }
    self.init(milliseconds: whole + fraction)
  }

  /// The moment at which a clock in UTC shows this, by the Gregorian calendar of today also for the
  /// time before it was introduced; second 60 is the first of the next minute.
  ///
  /// `nil` where there is no such date or time, or the year is none of 1 to 9999.
  public init?(utc civil: CivilTime) {
    guard (1...9_999).contains(civil.year), (1...12).contains(civil.month), civil.day >= 1,
      civil.day <= length(ofMonth: civil.month, in: civil.year),
      (0...23).contains(civil.hour), (0...59).contains(civil.minute),
      (0...60).contains(civil.second)
    else { return nil }
    let days = daysSince1970(year: civil.year, month: civil.month, day: civil.day)
    let seconds = (civil.hour * 60 + civil.minute) * 60 + civil.second
    self.init(milliseconds: (Int64(days) * secondsInDay + Int64(seconds)) * 1_000)
  }

  /// From the beginning of the year 1 to the last millisecond of the year 9999.
  private static let writable: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
}

private let secondsInDay: Int64 = 86_400

/// Rounded towards the past, so that the remainder is never negative.
private func floorDivision(_ dividend: Int64, by divisor: Int64)
  -> (quotient: Int64, remainder: Int64)
{
  let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

private func length(ofMonth month: Int, in year: Int) -> Int {
  switch month {
  case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  case 4, 6, 9, 11: 30
  default: 31
  }
}

/// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`, for years from 1
/// on: years begin in March there, so that the leap day is a year's last.
private func daysSince1970(year: Int, month: Int, day: Int) -> Int {
  let year = month <= 2 ? year - 1 : year
  let (era, yearOfEra) = year.quotientAndRemainder(dividingBy: 400)
  let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/// The same paper's `civil_from_days`.
private func civilDate(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
  let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
  let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let monthFromMarch = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

extension [UInt8] {
  fileprivate mutating func append(
    _ number: Int, digits: Int, after separator: Unicode.Scalar? = nil
  ) {
    if let separator { append(UInt8(ascii: separator)) }
    var power = 1
    for _ in 1..<digits { power *= 10 }
    while power > 0 {
      append(UInt8(ascii: "0") + UInt8(number / power % 10))
      power /= 10
    }
  }
}

extension String.UTF8View.Iterator {
  fileprivate mutating func number(digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard let digit = next().flatMap(digit) else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// The milliseconds of one digit or more, and the byte behind them.
  fileprivate mutating func fraction() -> (milliseconds: Int64, behind: UInt8)? {
    var milliseconds = 0
    var weight = 100
    var count = 0
    while let byte = next() {
      guard let digit = digit(byte) else {
        return count > 0 ? (Int64(milliseconds), byte) : nil
      }
      milliseconds += digit * weight
      weight /= 10
      count += 1
    }
    return nil
  }

  /// The seconds of an offset from UTC that begins with `sign`.
  fileprivate mutating func offset(sign: UInt8) -> Int64? {
    switch sign {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): return 0
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard let hours = number(digits: 2), hours < 24, next() == UInt8(ascii: ":"),
        let minutes = number(digits: 2), minutes < 60
      else { return nil }
      let seconds = Int64(hours * 60 + minutes) * 60
      return sign == UInt8(ascii: "-") ? -seconds : seconds
    default: return nil
    }
  }
}

private func digit(_ byte: UInt8) -> Int? {
  let digit = Int(byte) - 0x30
  return (0...9).contains(digit) ? digit : nil
}
