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
    try await readHistory(of: counter, in: session) { try $0.checkIndex(of: $1) }
    var summing = Summing(boundaries)
    while !summing.isDone {
      summing = try await readHistory(of: counter, in: session) { [summing] database, _ in
        try summing.page(of: counter.id, in: database)
      }
    }
    return summing.sums.map { Int64(exactly: $0) }
  }

  /// Sums the two halves of the amounts separately, because SQLite's sum of 64-bit numbers
  /// overflows.
  static let sumSQL = """
    SELECT count(*), sum(summed >> 32), sum(summed & 0xFFFFFFFF) FROM changes
    WHERE counter_id = ? AND time >= ? AND time < ?
    """

  /// Counts which of the first and the last entry of a counter in the time index differ from their
  /// rows. If a damaged index has another counter's entry under this number, it is next to the
  /// counter's own entries, so it is one of these two. The plus signs keep SQLite from using the
  /// index for the comparison.
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

/// Computes sums page by page. A usual chart is one page, which is one transaction.
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
      if let row {
        next.sums[next.stretch] += try row.halvedSum(from: 1)
        room -= try row.value(0)
      }
      next.start = end
      if end == period.upperBound { next.stretch += 1 }
    }
    return next
  }
}

extension Database {
  /// Checks that the time index has no entry of another counter at its ends.
  ///
  /// - Throws: `Refusal.storeDamaged`.
  func checkIndex(of access: Access) throws {
    let strays = try row(SQLiteStore.straysSQL, [access.counter, access.owner])
    guard try strays?.value(0) as Int64? == 0 else {
      throw Refusal.storeDamaged(cause: "the time index has an entry of another counter")
    }
  }
}
