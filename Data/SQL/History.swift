internal import Domain

extension SQLStore {
  public func numbers(
    ofNewest limit: Int, of counter: Counter, during period: Range<Timestamp>?, in session: Session
  ) async throws(Refusal) -> ClosedRange<Int64>? {
    guard let period else {
      let last: Int64? = try await readHistory(of: counter, in: session) {
        try $0.value(HistorySQL.newest, [counter.id, $1.owner])
      }
      guard let last, limit > 0 else { return nil }
      return min(max(1, last &- Int64(limit) &+ 1), last)...last
    }
    guard let extent = try await extent(of: counter, during: period, in: session), limit > 0
    else { return nil }
    guard extent.count > limit else { return extent.first...extent.last }
    let first = try await number(
      ofNewest: limit, until: extent.last, of: counter, during: period, in: session)
    return min(first ?? extent.first, extent.last)...extent.last
  }

  public func changes(
    of counter: Counter, numbered numbers: ClosedRange<Int64>, during period: Range<Timestamp>?,
    atMost length: Int, in session: Session
  ) async throws(Refusal) -> HistoryPage {
    try await readHistory(of: counter, in: session) { database, access in
      let rows = try database.rows(
        HistorySQL.page,
        [counter.id, access.owner, numbers.lowerBound, numbers.upperBound, length])
      let taken = try rows.filter { try period?.contains($0.timestamp(Change.timeColumn)) ?? true }
      let last: Int64? = try rows.last?.value(Change.numberColumn)
      let isEnd = rows.count < length || last == numbers.upperBound
      var authors = Authors(owner: access.counter.owner)
      try authors.read(taken, in: database)
      return HistoryPage(
        changes: try taken.map { [authors] in try Change(row: $0, authors: authors) },
        next: isEnd ? nil : last.map { $0 &+ 1 })
    }
  }

  /// Reads from a counter's history in one transaction, after checking the session's access. All
  /// rows of a history have the owner's account.
  func readHistory<Value: Sendable>(
    of counter: Counter, in session: Session,
    _ body: @escaping @Sendable (Connection, Access) throws -> Value
  ) async throws(Refusal) -> Value {
    try await read("read a history") { database, now in
      try database.check(session, at: now)
      return try body(database, database.access(to: counter, for: .see, in: session))
    }
  }

  private func extent(
    of counter: Counter, during period: Range<Timestamp>, in session: Session
  ) async throws(Refusal) -> Extent? {
    var whole: Extent?
    var rest = period
    while !rest.isEmpty {
      let page = rest
      let (end, part) = try await readHistory(of: counter, in: session) { database, _ in
        let end = try database.endOfPage(of: counter.id, in: page)
        let row = try database.row(
          HistorySQL.extent, [counter.id, page.lowerBound.milliseconds, end.milliseconds])
        guard let row, let first: Int64 = try row.value(1), let last: Int64 = try row.value(2)
        else { return (end, nil as Extent?) }
        return (end, (count: try row.value(0), first: first, last: last))
      }
      if let part {
        whole = (
          count: (whole?.count ?? 0) + part.count, first: min(whole?.first ?? .max, part.first),
          last: max(whole?.last ?? .min, part.last)
        )
      }
      rest = end..<period.upperBound
    }
    return whole
  }

  /// The sequence number of the change that `limit - 1` newer ones of the period follow, up to
  /// `last`.
  private func number(
    ofNewest limit: Int, until last: Int64, of counter: Counter, during period: Range<Timestamp>,
    in session: Session
  ) async throws(Refusal) -> Int64? {
    var (missing, end) = (limit, last)
    while true {
      let upperBound = end
      let page = try await readHistory(of: counter, in: session) { database, access in
        try database.rows(
          HistorySQL.newestPage,
          [counter.id, access.owner, upperBound, HistoryPage.usualLength]
        ).map { (number: try $0.value(0) as Int64, time: try $0.timestamp(1)) }
      }
      let taken = page.filter { period.contains($0.time) }
      guard taken.count < missing else { return taken[missing - 1].number }
      guard let first = page.last?.number, first > .min else { return nil }
      missing -= taken.count
      end = first - 1
    }
  }
}

/// The number of changes in a period, with their least and greatest sequence numbers.
private typealias Extent = (count: Int, first: Int64, last: Int64)

extension SQLConnection {
  /// The end of a page of the time index that starts with the period: limited in length so that
  /// nobody waits long, and by the end of the period, but after its beginning.
  func endOfPage(of counter: Int64, in period: Range<Timestamp>) throws -> Timestamp {
    let time = try timeOfEntry(after: HistorySQL.timePageLength, of: counter, in: period)
    guard let time else { return period.upperBound }
    return max(time, Timestamp(milliseconds: period.lowerBound.milliseconds &+ 1))
  }

  /// The time of the entry after the first `count` of a period, in the order of time.
  func timeOfEntry(after count: Int, of counter: Int64, in period: Range<Timestamp>) throws
    -> Timestamp?
  {
    let time: Int64? = try value(
      HistorySQL.entryTime,
      [counter, period.lowerBound.milliseconds, period.upperBound.milliseconds, count])
    return time.map { Timestamp(milliseconds: $0) }
  }
}

/// The statements that read a history.
enum HistorySQL {
  /// How many entries of the time index are read at once; this takes a few hundredths of a second.
  static let timePageLength = 100_000

  /// How many entries of the time index a stretch counts as, at least.
  static let stretchCost = 1_000

  static let newest = """
    SELECT seq FROM changes WHERE counter_id = ? AND user_id = ? ORDER BY seq DESC LIMIT 1
    """

  static let newestPage = """
    SELECT seq, time FROM changes
    WHERE counter_id = ? AND user_id = ? AND seq <= ? ORDER BY seq DESC LIMIT ?
    """

  static let page = """
    SELECT \(Change.columns) FROM changes AS change \(Change.joinedOriginal)
    WHERE change.counter_id = ? AND change.user_id = ? AND change.seq BETWEEN ? AND ?
    ORDER BY change.seq LIMIT ?
    """

  static let entryTime = """
    SELECT time FROM changes INDEXED BY changes_time
    WHERE counter_id = ? AND time >= ? AND time < ? ORDER BY time LIMIT 1 OFFSET ?
    """

  static let extent = """
    SELECT count(*), min(seq), max(seq) FROM changes INDEXED BY changes_time
    WHERE counter_id = ? AND time >= ? AND time < ?
    """
}

extension SQLStore {
  public func extents(in session: Session) async throws(Refusal) -> [CounterExtent] {
    try await read("list what there is to export") { database, now in
      try database.check(session, at: now)
      let rows = try database.rows(
        """
        SELECT \(Counter.columns), counters.uid, counters.created_at, counters.last_seq
        FROM \(Counter.found(where: "listed.user_id = ?1")) ORDER BY listed.name_key
        """, [session.user.id])
      return try rows.map { row in
        CounterExtent(
          counter: try Counter(row: row, owner: session.user.username),
          id: try ChangeUID.id(row.values[Counter.columnCount]),
          createdAt: try row.timestamp(Counter.columnCount + 1),
          length: try row.value(Counter.columnCount + 2))
      }
    }
  }

  public func extent(of counter: Counter, in session: Session) async throws(Refusal)
    -> CounterExtent
  {
    try await readHistory(of: counter, in: session) { database, access in
      let row = try database.row(
        "SELECT uid, created_at, last_seq FROM counters WHERE id = ?", [access.counter.id])
      guard let row else {
        throw Refusal.store(.damaged(cause: "a counter that was just read is gone"))
      }
      return CounterExtent(
        counter: access.counter, id: try ChangeUID.id(row.values[0]),
        createdAt: try row.timestamp(1), length: try row.value(2))
    }
  }
}
