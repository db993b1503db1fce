public import Domain
internal import GRDB

extension SQLiteStore {
  public func apply(_ commands: [CountCommand], to counter: Counter, in session: Session)
    async throws(Refusal) -> BatchResult
  {
    try await write("change a count") { database, now in
      try database.use(session, at: now)
      var ledger = Ledger(
        of: try database.access(to: counter, for: .see, in: session), at: now, in: database)
      let applied = try ledger.perform(commands)
      try ledger.save()
      return applied
    }
  }

  public func sums(of counter: Counter, between boundaries: [Timestamp], in session: Session)
    async throws(Refusal) -> [Int64?]
  {
    try await readHistory(of: counter, in: session) { database, owner in
      let strays = try database.row(Self.straysSQL, [counter.id, owner])
      guard try strays?.value(0) as Int64? == 0 else {
        throw Refusal.storeDamaged(cause: "an index by time has what is no change of the counter")
      }
    }
    var summing = Summing(boundaries)
    while !summing.isDone {
      summing = try await readHistory(of: counter, in: session) { [summing] database, _ in
        try summing.page(of: counter.id, in: database)
      }
    }
    return summing.sums.map { Int64(exactly: $0) }
  }

  /// Both halves of the amounts are summed apart, because SQLite's sum of 64-bit numbers overflows.
  static let sumSQL = """
    SELECT count(*), sum(summed >> 32), sum(summed & 0xFFFFFFFF) FROM changes
    WHERE counter_id = ? AND time >= ? AND time < ?
    """

  /// Of the first and the last entry that the index by time has of a counter, how many are not as their
  /// rows are. Where a damaged index has another's entry under this counter's number, that stands beside
  /// the counter's own: it is one of these two. The signs keep the index from being held against itself.
  static let straysSQL = """
    SELECT count(*) FROM (
      SELECT * FROM (SELECT seq, time, summed FROM changes INDEXED BY changes_time
        WHERE counter_id = ?1 ORDER BY time LIMIT 1)
      UNION ALL
      SELECT * FROM (SELECT seq, time, summed FROM changes INDEXED BY changes_time
        WHERE counter_id = ?1 ORDER BY time DESC LIMIT 1)
    ) AS entry
    LEFT JOIN changes AS change ON change.counter_id = ?1 AND change.seq = entry.seq
      AND +change.user_id = ?2 AND +change.time = entry.time AND +change.summed = entry.summed
    WHERE change.seq IS NULL
    """
}

/// Sums that are taken page by page: the stretches of a usual chart are one page, which is one transaction.
private struct Summing: Sendable {
  private let boundaries: [Timestamp]
  private(set) var sums: [Int128]
  private var stretch = 0
  private var start: Timestamp?

  init(_ boundaries: [Timestamp]) {
    self.boundaries = boundaries
    sums = Array(repeating: 0, count: max(0, boundaries.count - 1))
    start = boundaries.first
  }

  var isDone: Bool { stretch == sums.count }

  /// The sums after the next page.
  func page(of counter: Int64, in database: Database) throws -> Summing {
    var next = self
    var room = SQLiteStore.timePageLength
    while !next.isDone, room > 0, let start = next.start {
      let period = start..<max(start, boundaries[next.stretch + 1])
      let end = try database.endOfPage(of: counter, in: period)
      let row = try database.row(
        SQLiteStore.sumSQL, [counter, start.milliseconds, end.milliseconds])
      if let row, let high: Int64 = try row.value(1), let low: Int64 = try row.value(2) {
        next.sums[next.stretch] += Int128(high) << 32 + Int128(low)
        room -= try row.value(0)
      }
      next.start = end
      if end == period.upperBound { next.stretch += 1 }
    }
    return next
  }
}

extension Change {
  /// How many columns `columns` names.
  static let columnCount = 7 + 2 * Edit.columnCount
  /// Which of them is the time.
  static let timeColumn = 1

  /// The columns that `init(row:)` reads, of `changes AS change` with `joinedOriginal`.
  static let columns = """
    change.uid, change.time, change.kind, change.amount, change.count, original.uid,
    change.of_length, \(Edit.columns(of: "change")), \(Edit.columns(of: "original"))
    """

  /// Joins what an undo or redo is about.
  static let joinedOriginal = """
    LEFT JOIN changes AS original
    ON original.counter_id = change.counter_id AND original.seq = change.of_seq
    AND original.user_id = change.user_id
    """

  /// The change in a row of `columns`.
  init(row: Row) throws {
    let kind: String = try row.value(2)
    let event: Event
    switch kind {
    case "undo": event = .undid(try Self.original(row), of: try ChangeUID.id(row[5]))
    case "redo": event = .redid(try Self.original(row), of: try ChangeUID.id(row[5]))
    default: event = .made(try Edit(row: row, from: 7))
    }
    self.init(
      id: try ChangeUID.id(row[0]), time: try row.timestamp(1), event: event,
      amount: try row.value(3), count: try row.value(4))
  }

  /// What an undo or redo is about.
  private static func original(_ row: Row) throws -> Edit {
    let length: Int64? = try row.value(6)
    if let length { return .imported(changes: length) }
    return try Edit(row: row, from: 7 + Edit.columnCount)
  }
}
