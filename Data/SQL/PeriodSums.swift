internal import Domain

extension SumSQL {
  /// The account's own counters with the columns of their sums.
  static let summaries = """
    SELECT \(Counter.columns(dayStart: "(SELECT day_start FROM users WHERE id = ?1)")),
      \(sumOfPeriodColumns)
    FROM \(Counter.found(where: "listed.user_id = ?1")) ORDER BY listed.name_key
    """

  static let ofPeriod = "SELECT \(sumOfPeriodColumns) FROM counters WHERE id = ?1"

  /// The columns for `sumOfPeriod`, from ?2 to before ?3. They read a few rows for each counter. If
  /// its times are not in the order of entry, they read all changes of the period.
  private static let sumOfPeriodColumns = """
    CASE WHEN counters.ordered_until < ?3 THEN counters.count
      WHEN counters.ordered_until IS NOT NULL THEN coalesce(\(count(before: "?3")), 0) END,
    CASE WHEN counters.ordered_until IS NOT NULL THEN coalesce(\(count(before: "?2")), 0) END,
    CASE WHEN counters.ordered_until IS NOT NULL THEN \(unsummed("amount >> 32"))
      ELSE \(summed("summed >> 32")) END,
    CASE WHEN counters.ordered_until IS NOT NULL THEN \(unsummed("amount & 4294967295"))
      ELSE \(summed("summed & 4294967295")) END
    """

  private static func count(before time: String) -> String {
    """
    (SELECT count FROM changes INDEXED BY changes_time
      WHERE counter_id = counters.id AND time < \(time) ORDER BY time DESC, seq DESC LIMIT 1)
    """
  }

  private static func unsummed(_ amount: String) -> String {
    """
    (SELECT \(half(amount)) FROM changes INDEXED BY changes_unsummed
      WHERE counter_id = counters.id AND time >= ?2 AND time < ?3 AND amount <> summed)
    """
  }

  private static func summed(_ amount: String) -> String {
    """
    (SELECT \(half(amount)) FROM changes INDEXED BY changes_time
      WHERE counter_id = counters.id AND time >= ?2 AND time < ?3)
    """
  }
}

extension SQLRow {
  /// The sum of a period. It is the difference of the counts at the period's end and beginning, less
  /// the amounts that are not summed. Without those counts, the columns have the sum itself.
  func sumOfPeriod(from start: Int) throws -> Int128 {
    let (end, beginning): (Int64?, Int64?) = (try value(start), try value(start + 1))
    let sum = try halvedSum(from: start + 2)
    guard let end, let beginning else { return sum }
    return Int128(end) - Int128(beginning) - sum
  }
}

/// What was added in the present period of a counter's target.
struct PeriodSum {
  let range: Range<Timestamp>
  var added: Int128
}

/// The present periods of targets, which many counters of a list have in common.
struct TargetPeriods {
  private let now: Timestamp
  private var ranges: [Target.Period: Range<Timestamp>] = [:]

  init(at now: Timestamp) {
    self.now = now
  }

  mutating func range(of period: Target.Period) -> Range<Timestamp> {
    if let known = ranges[period] { return known }
    let range = period.range(at: now, in: ZoneCalendar.calendar(of: period.zone))
    ranges[period] = range
    return range
  }
}

extension SQLConnection {
  /// The sum of a counter's additions in a period.
  func sum(of counter: Counter, in period: Range<Timestamp>) throws -> Int128 {
    try row(
      SumSQL.ofPeriod,
      [counter.id, period.lowerBound.milliseconds, period.upperBound.milliseconds]
    )?.sumOfPeriod(from: 0) ?? 0
  }

  /// The counter with what was added in the period of its target. The sum of one period may be known.
  func held(
    _ counter: Counter, against periods: inout TargetPeriods,
    knowing known: (period: Range<Timestamp>, sum: Int128)? = nil
  ) throws -> Counter {
    guard let range = counter.target?.period.map({ periods.range(of: $0) }) else { return counter }
    var held = counter
    let sum = range == known?.period ? known?.sum : nil
    held.added = Int64(clamping: try sum ?? self.sum(of: counter, in: range))
    return held
  }

  /// The counter with what was added in the present period of its target.
  func held(_ counter: Counter, at now: Timestamp) throws -> Counter {
    var periods = TargetPeriods(at: now)
    return try held(counter, against: &periods)
  }
}
