internal import Domain

extension SumSQL {
  /// The account's own counters with the columns of their sums from ?2 to before ?3, and then with
  /// those of so many targets' periods. Each has four parameters: span, zone, beginning and end.
  static func summaries(periods count: Int) -> String {
    let counters = """
      SELECT \(Counter.columns(dayStart: "(SELECT day_start FROM users WHERE id = ?1)")),
        \(sum(from: "?2", to: "?3"))
      """
    let order = "ORDER BY listed.name_key"
    let isOwn = "listed.user_id = ?1"
    guard count > 0 else { return "\(counters) FROM \(Counter.found(where: isOwn)) \(order)" }
    let periods = (0..<count).map { index in
      let first = 4 + 4 * index
      return """
        (CAST(?\(first) AS TEXT), CAST(?\(first + 1) AS TEXT),
          CAST(?\(first + 2) AS BIGINT), CAST(?\(first + 3) AS BIGINT))
        """
    }
    return """
      WITH periods(span, zone, lower, upper) AS (VALUES \(periods.joined(separator: ", ")))
      \(counters), \(sum(from: "periods.lower", to: "periods.upper"))
      FROM \(Counter.found(where: isOwn, joining: """
        LEFT JOIN periods
        ON periods.span = counters.target_per AND periods.zone = counters.target_zone
        """)) \(order)
      """
  }

  /// The periods of targets that the account's own counters have, as many as one statement sums.
  static let targetPeriods = """
    SELECT DISTINCT counters.target_per, counters.target_zone, users.day_start
    FROM counters JOIN users ON users.id = counters.user_id
    WHERE counters.user_id = ? AND counters.target_per IS NOT NULL LIMIT 8
    """

  static let ofPeriod = "SELECT \(sum(from: "?2", to: "?3")) FROM counters WHERE id = ?1"

  /// The number of columns of `sum(from:to:)`.
  static let columnCount = 3

  /// The columns for `sumOfPeriod`. They read a few rows for each counter. If its times are not in
  /// the order of entry, they read all changes of the period.
  private static func sum(from start: String, to end: String) -> String {
    """
    CASE WHEN counters.ordered_until < \(end) THEN counters.count
      WHEN counters.ordered_until IS NOT NULL THEN coalesce(\(count(before: end)), 0) END,
    CASE WHEN counters.ordered_until IS NOT NULL THEN coalesce(\(count(before: start)), 0) END,
    CASE WHEN counters.ordered_until IS NOT NULL
      THEN (SELECT \(halves(of: "amount")) FROM changes INDEXED BY changes_unsummed
        WHERE counter_id = counters.id AND time >= \(start) AND time < \(end)
          AND amount <> summed)
      ELSE (SELECT \(halves(of: "summed")) FROM changes INDEXED BY changes_time
        WHERE counter_id = counters.id AND time >= \(start) AND time < \(end)) END
    """
  }

  private static func count(before time: String) -> String {
    """
    (SELECT count FROM changes INDEXED BY changes_time
      WHERE counter_id = counters.id AND time < \(time) ORDER BY time DESC, seq DESC LIMIT 1)
    """
  }

  /// Both halves of a sum as one text, because a second column would look for the rows again.
  private static func halves(of amount: String) -> String {
    """
    CAST(\(half("\(amount) >> 32")) AS TEXT) || ' '
      || CAST(\(half("\(amount) & 4294967295")) AS TEXT)
    """
  }
}

extension SQLRow {
  /// The sum of a period. It is the difference of the counts at the period's end and beginning, less
  /// the amounts that are not summed. Without those counts, the last column has the sum itself.
  func sumOfPeriod(from start: Int) throws -> Int128 {
    let (end, beginning): (Int64?, Int64?) = (try value(start), try value(start + 1))
    let halves: String? = try value(start + 2)
    let sum = try halves.map { text in
      let parts = text.split(separator: " ").compactMap { Int128($0) }
      guard parts.count == 2 else { throw Refusal.store(.damaged(cause: "a sum is no number")) }
      return parts[0] << 32 + parts[1]
    }
    guard let end, let beginning else { return sum ?? 0 }
    return Int128(end) - Int128(beginning) - (sum ?? 0)
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
  /// The account's own counters with their sums of a period, and with what was added in the present
  /// periods of their targets.
  func ownSummaries(
    of user: User, summing period: Range<Timestamp>, against periods: inout TargetPeriods
  ) throws -> [CounterSummary] {
    let targets = try rows(SumSQL.targetPeriods, [user.id]).map { try $0.targetPeriod(from: 0) }
    let others = targets.map { (target: $0, range: periods.range(of: $0)) }
      .filter { $0.range != period }
    let parameters: [any SQLConvertible] = [
      user.id, period.lowerBound.milliseconds, period.upperBound.milliseconds,
    ]
    let ofOthers = others.flatMap { target, range -> [any SQLConvertible] in
      [
        target.span.rawValue, target.zone, range.lowerBound.milliseconds,
        range.upperBound.milliseconds,
      ]
    }
    return try rows(SumSQL.summaries(periods: others.count), parameters + ofOthers).map { row in
      var counter = try Counter(row: row, owner: user.username)
      let sum = try row.sumOfPeriod(from: Counter.columnCount)
      if others.contains(where: { $0.target == counter.target?.period }) {
        let added = try row.sumOfPeriod(from: Counter.columnCount + SumSQL.columnCount)
        counter.added = Int64(clamping: added)
      } else {
        let known = PeriodSum(range: period, added: sum)
        counter = try held(counter, against: &periods, knowing: known)
      }
      return CounterSummary(counter: counter, change: Int64(exactly: sum))
    }
  }

  /// The sum of a counter's additions in a period.
  func sum(of counter: Counter, in period: Range<Timestamp>) throws -> Int128 {
    try row(
      SumSQL.ofPeriod,
      [counter.id, period.lowerBound.milliseconds, period.upperBound.milliseconds]
    )?.sumOfPeriod(from: 0) ?? 0
  }

  /// The counter with what was added in the period of its target, which may be known.
  func held(
    _ counter: Counter, against periods: inout TargetPeriods, knowing known: PeriodSum? = nil
  ) throws -> Counter {
    guard let range = counter.target?.period.map({ periods.range(of: $0) }) else { return counter }
    var held = counter
    let sum = range == known?.range ? known?.added : nil
    held.added = Int64(clamping: try sum ?? self.sum(of: counter, in: range))
    return held
  }

  /// The counter with what was added in the present period of its target.
  func held(_ counter: Counter, at now: Timestamp) throws -> Counter {
    var periods = TargetPeriods(at: now)
    return try held(counter, against: &periods)
  }
}
