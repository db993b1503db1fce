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
    guard statistics.days > 0 else { return ["Nothing was added"] }
    func day(of moment: Timestamp) -> String { calendar.civilTime(at: moment).dayText }
    let days = statistics.days == 1 ? "1 day" : "\(statistics.days) days"
    let period = "from \(day(of: statistics.start)) to \(day(of: statistics.lastDay))"
    let average = statistics.average.map { ", \($0) a day" } ?? ""
    let best = statistics.best.map {
      "Best day: \(day(of: $0.start)), \(CounterWords.sum($0.sum))"
    }
    return [
      "\(CounterWords.sum(statistics.sum)) in \(days) \(period)\(average)", best,
      "Days in a row: \(statistics.streak), longest \(statistics.longestStreak)",
    ].compactMap(\.self)
  }

  /// The line below a chart about what is not in it; `nil` if everything is.
  public static func notInChart(_ others: SetsAndResets) -> String? {
    func words(_ number: Int64, _ one: String) -> String? {
      number == 0 ? nil : number == 1 ? "1 \(one)" : "\(number) \(one)s"
    }
    let all = [words(others.sets, "set"), words(others.resets, "reset")].compactMap(\.self)
    guard !all.isEmpty else { return nil }
    let isOne = others.sets + others.resets == 1
    return "\(all.joined(separator: " and ")) \(isOne ? "is" : "are") not in it"
  }

  /// The sentences, and a line with the sum of each day of the week: `Mon +3, Tue 0, ...`.
  public static func lines(_ statistics: Statistics, in calendar: any LocalCalendar) -> [String] {
    let sums = zip(weekdays, statistics.weekdays).map { "\($0.prefix(3)) \(CounterWords.sum($1))" }
    let byWeekday = statistics.days > 0 ? [sums.joined(separator: ", ")] : []
    return sentences(statistics, in: calendar) + byWeekday
  }
}
