extension CivilTime {
  /// The time in UTC by the Gregorian calendar, also for dates before it was introduced. A moment
  /// outside the years 1 to 9999 becomes the nearest one inside.
  public init(utc moment: Timestamp) {
    let seconds = floorDivision(moment.writable.milliseconds, by: 1_000).quotient
    let (day, second) = floorDivision(seconds, by: secondsInDay)
    let date = civilDate(daysSince1970: day)
    self.init(
      year: date.year, month: date.month, day: date.day, hour: Int(second) / 3_600,
      minute: Int(second) / 60 % 60, second: Int(second) % 60)
  }
}

extension Timestamp {
  /// The moment of a civil time in UTC; second 60 is the first of the next minute.
  ///
  /// `nil` when there is no such date or time, or the year is not 1 to 9999.
  public init?(utc civil: CivilTime) {
    guard (1...9_999).contains(civil.year), (1...12).contains(civil.month), civil.day >= 1,
      civil.day <= length(ofMonth: civil.month, in: civil.year),
      (0...23).contains(civil.hour), (0...59).contains(civil.minute),
      (0...60).contains(civil.second)
    else { return nil }
    let days = daysSince1970(year: civil.year, month: civil.month, day: civil.day)
    let seconds = (civil.hour * 60 + civil.minute) * 60 + civil.second
    self.init(milliseconds: (days * secondsInDay + Int64(seconds)) * 1_000)
  }

  /// This moment, or the nearest one in the years 1 to 9999.
  var writable: Timestamp {
    Timestamp(milliseconds: min(max(milliseconds, -62_135_596_800_000), 253_402_300_799_999))
  }
}

let secondsInDay: Int64 = 86_400

/// Division that rounds down, so that the remainder is never negative.
func floorDivision(_ dividend: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
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

/// Days since 1970-01-01: Howard Hinnant's `days_from_civil` ("chrono-Compatible Low-Level Date
/// Algorithms"). Years begin in March, so that the leap day comes last.
func daysSince1970(year: Int, month: Int, day: Int) -> Int64 {
  let (era, yearOfEra) = floorDivision(Int64(month <= 2 ? year - 1 : year), by: 400)
  let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/// The inverse: Hinnant's `civil_from_days`.
func civilDate(daysSince1970 days: Int64) -> (year: Int, month: Int, day: Int) {
  let (era, remainder) = floorDivision(days + 719_468, by: 146_097)
  let dayOfEra = Int(remainder)
  let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let monthFromMarch = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return (yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0), month, day)
}

/// A date and a time of day in the Gregorian calendar.
public struct CivilTime: Equatable, Sendable {
  /// The year, 1 or later for every moment that Tally displays.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, 1 to 31.
  public let day: Int
  /// The hour, 0 to 23.
  public let hour: Int
  /// The minute, 0 to 59.
  public let minute: Int
  /// The second, 0 to 60.
  public let second: Int

  /// Creates a civil time without checking its parts.
  public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }
}
