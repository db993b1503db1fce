public import Domain
internal import GRDB

extension SQLiteStore: TransferRepository {
  public func extents(in session: Session) async throws(Refusal) -> [CounterExtent] {
    try await read("list what there is to export") { database, now in
      try database.check(session, at: now)
      let rows = try database.rows(
        """
        SELECT \(Counter.columns), counters.uid, counters.created_at, counters.last_seq
        FROM \(Counter.found) WHERE listed.user_id = ? ORDER BY listed.name_key
        """, [session.user.id])
      return try rows.map { row in
        CounterExtent(
          counter: try Counter(row: row), id: try ChangeUID.id(row[5]),
          createdAt: try row.timestamp(6), length: try row.value(7))
      }
    }
  }

  public func importRows(
    _ next: @escaping @Sendable () throws(Refusal) -> (line: Int, row: TransferRow)?,
    in session: Session, saved: @escaping @Sendable (Int64) -> Void
  ) async throws(Refusal) -> ImportSummary {
    try await write(
      "import",
      staging: { database, now in
        try database.check(session, at: now)
        try ImportStage(database: database).fill(from: next)
      },
      unstaging: { try ImportStage(database: $0).clear() }
    ) { database, now in
      try database.use(session, at: now)
      return try Import(database: database, user: session.user.id, now: now, saved: saved).run()
    }
  }
}
