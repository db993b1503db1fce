/// The length of local time that one bar of a chart covers. A week begins on Monday (ISO 8601).
public enum Span: String, CaseIterable, Sendable {
  /// From one full hour of the clock to the next.
  case hour
  /// From one local midnight to the next.
  case day
  /// From one Monday to the next (ISO 8601).
  case week
  /// From the first of a month to the first of the next.
  case month
  /// From the first of January to the next.
  case year
}

extension Span {
  /// The first day of the stretch that contains `day`; days are counted from 1970-01-01.
  func firstDay(with day: Int64) -> Int64 {
    switch self {
    // 1970 began on a Thursday.
    case .week: day - floorDivision(day + 3, by: 7).remainder
    case .month: day - Int64(civilDate(daysSince1970: day).day) + 1
    case .year: daysSince1970(year: civilDate(daysSince1970: day).year, month: 1, day: 1)
    case .day, .hour: day
    }
  }

  /// The first day of the next stretch after the one that begins with `first`.
  func firstDay(after first: Int64) -> Int64 {
    switch self {
    case .week: first + 7
    // 31 days after the first is always in the next month.
    case .month: firstDay(with: first + 31)
    case .year: firstDay(with: first + 366)
    case .day, .hour: first + 1
    }
  }
}
