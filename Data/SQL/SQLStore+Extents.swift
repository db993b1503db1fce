internal import Domain

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
          id: try ChangeUID.id(row.sqlValue(Counter.columnCount)),
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
        throw Refusal.storeDamaged(cause: "a counter that was just read is gone")
      }
      return CounterExtent(
        counter: access.counter, id: try ChangeUID.id(row.sqlValue(0)),
        createdAt: try row.timestamp(1), length: try row.value(2))
    }
  }
}
