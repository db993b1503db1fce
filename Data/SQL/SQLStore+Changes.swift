internal import Domain

extension SQLStore {
  public func apply(_ commands: [CountCommand], to counter: Counter, in session: Session)
    async throws(Refusal) -> BatchResult
  {
    try await write("change a count", on: counter.id) { database, now in
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
}

/// The statements that sum additions.
enum SumSQL {
  /// Sums the two halves of the amounts separately, because SQLite's sum of 64-bit numbers
  /// overflows.
  static let sums = """
    SELECT count(*), CAST(sum(summed >> 32) AS BIGINT), CAST(sum(summed & 4294967295) AS BIGINT)
    FROM changes
    WHERE counter_id = ? AND time >= ? AND time < ?
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
  func page(of counter: Int64, in database: some SQLConnection) throws -> Summing {
    var next = self
    var room = HistorySQL.timePageLength
    while !next.isDone, room > 0, let start = next.start {
      let period = start..<max(start, boundaries[next.stretch + 1])
      let end = try database.endOfPage(of: counter, in: period)
      let row = try database.row(
        SumSQL.sums, [counter, start.milliseconds, end.milliseconds])
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
