public import Domain
internal import GRDB

extension SQLiteStore {
  public func apply(_ commands: [CountCommand], to counter: Counter, in session: Session)
    async throws(Refusal) -> Applied
  {
    try await write("change a count") { database, now in
      try database.use(session, at: now)
      try database.check(counter, in: session)
      let ledger = Ledger(
        database: database, counter: counter.id, user: session.user.id, now: now)
      var outcomes: [Applied.Outcome] = []
      for command in commands {
        switch try ledger.perform(Entry(command)) {
        case .success(let outcome): outcomes.append(outcome)
        case .failure(let refusal): return Applied(outcomes: outcomes, refusal: refusal)
        }
      }
      return Applied(outcomes: outcomes, refusal: nil)
    }
  }

  public func history(
    of counter: Counter, newest limit: Int, during period: Range<Timestamp>?, in session: Session
  ) async throws(Refusal) -> [Change] {
    try await read("read a history") { database, now in
      try database.check(session, at: now)
      try database.check(counter, in: session)
      let rows =
        if let period {
          try database.rows(
            Self.periodSQL,
            [
              counter.id, session.user.id, period.lowerBound.milliseconds,
              period.upperBound.milliseconds, max(limit, 0),
            ])
        } else {
          try database.rows(Self.historySQL, [counter.id, session.user.id, max(limit, 0)])
        }
      return try rows.reversed().map { try Change(row: $0) }
    }
  }

  public func sums(of counter: Counter, between boundaries: [Timestamp], in session: Session)
    async throws(Refusal) -> [Int64]
  {
    try await read("sum changes") { database, now in
      try database.check(session, at: now)
      try database.check(counter, in: session)
      let strays = try database.row(Self.straysSQL, [counter.id, session.user.id])
      guard try strays?.value(0) as Int64? == 0 else {
        throw Refusal.storeDamaged(cause: "an index by time has what is no change of the counter")
      }
      return try zip(boundaries, boundaries.dropFirst()).map { start, end in
        let row = try database.row(
          Self.sumSQL,
          [counter.id, session.user.id, start.milliseconds, end.milliseconds])
        guard let high: Int64 = try row?.value(0), let low: Int64 = try row?.value(1) else {
          return 0
        }
        return Int64(clamping: Int128(high) << 32 + Int128(low))
      }
    }
  }

  /// The newest rows alone are read, from the end of the primary key.
  static let historySQL = """
    SELECT \(Change.columns) FROM changes AS change \(Change.joinedOriginal)
    WHERE change.counter_id = ? AND change.user_id = ? ORDER BY change.seq DESC LIMIT ?
    """

  /// The index by time finds the newest `seq`, whose rows alone are read then.
  static let periodSQL = """
    SELECT \(Change.columns) FROM changes AS change \(Change.joinedOriginal)
    WHERE change.counter_id = ?1 AND change.user_id = ?2 AND change.seq IN (
      SELECT seq FROM changes INDEXED BY changes_time
      WHERE counter_id = ?1 AND time >= ?3 AND time < ?4 ORDER BY seq DESC LIMIT ?5)
    ORDER BY change.seq DESC
    """

  /// Both halves of the amounts are summed apart, because SQLite's sum of 64-bit numbers overflows;
  /// the owner is looked up beside, because the index that covers the sum does not have him.
  static let sumSQL = """
    SELECT sum(summed >> 32), sum(summed & 0xFFFFFFFF) FROM changes
    WHERE counter_id = (SELECT id FROM counters WHERE id = ? AND user_id = ?)
    AND time >= ? AND time < ?
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

extension Change {
  /// How many columns `columns` names.
  static let columnCount = 7 + 2 * Edit.columnCount

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
