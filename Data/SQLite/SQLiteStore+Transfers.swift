internal import Dispatch
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
          counter: try Counter(row: row, owner: session.user.username),
          id: try ChangeUID.id(row.sqlValue(Counter.columnCount)),
          createdAt: try row.timestamp(Counter.columnCount + 1),
          length: try row.value(Counter.columnCount + 2))
      }
    }
  }

  public func importRows(
    _ pages: some ImportPages, in session: Session, saved: @escaping @Sendable (Int64) -> Void
  ) async throws(Refusal) -> ImportSummary {
    // Other writers do not wait for a page.
    let thread = DispatchQueue(label: "tally.store.importing")
    let stage = try await threads.perform("import", on: thread) { try self.stage(in: session) }
    do throws(Refusal) {
      for try await page in pages {
        try await threads.perform("import", on: thread) { try stage.append(page) }
      }
      return try await threads.perform("import", on: thread) {
        defer { stage.close() }
        return try self.takeIn(stage, in: session, saved: saved)
      }
    } catch {
      try await threads.perform("import", on: thread) { stage.close() }
      throw error
    }
  }

  /// Creates the staging tables of an import into the session's account.
  func stage(in session: Session) throws -> ImportStage {
    guard try StoreFile(queue.path).isStore() else {
      throw Refusal.storeUnopenable(cause: "its file was moved or removed in the meantime")
    }
    return try Self.read(behind: gate) {
      let connection = try DatabaseQueue(path: queue.path, configuration: Self.configuration)
      _ = try connection.unsafeRead { try $0.check(session, at: clock.now) }
      return try ImportStage(connection)
    }
  }

  /// Imports all staged rows in one transaction.
  func takeIn(_ stage: ImportStage, in session: Session, saved: @escaping (Int64) -> Void) throws
    -> ImportSummary
  {
    try Self.commit("import", in: stage.connection, behind: gate) { database in
      let now = clock.now
      try database.use(session, at: now)
      return try Import(database: database, session: session, now: now, saved: saved).run()
    }
  }
}
