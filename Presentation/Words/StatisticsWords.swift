import Domain

/// Texts about statistics.
public enum StatisticsWords {
  /// The names of the days of the week, from Monday on.
  public static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// The sum and the average, the best day if there is one, and the days in a row.
  public static func sentences(_ statistics: Statistics, in calendar: any LocalCalendar) -> [String]
  {
    let days = statistics.days == 1 ? "1 day" : "\(statistics.days) days"
    let since = calendar.civilTime(at: statistics.start).dayText
    let average = statistics.average.map { ", \($0) a day" } ?? ""
    let best = statistics.best.map {
      "Best day: \(calendar.civilTime(at: $0.start).dayText), \(CounterWords.sum($0.sum))"
    }
    return [
      "\(CounterWords.sum(statistics.sum)) in \(days) since \(since)\(average)", best,
      "Days in a row: \(statistics.streak), longest \(statistics.longestStreak)",
    ].compactMap(\.self)
  }

  /// The sum of each day of the week: `Mon +3, Tue 0, ...`.
  public static func byWeekday(_ statistics: Statistics) -> String {
    zip(weekdays, statistics.weekdays).map { "\($0.prefix(3)) \(CounterWords.sum($1))" }
      .joined(separator: ", ")
  }
}
