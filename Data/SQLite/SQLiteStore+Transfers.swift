internal import Dispatch
public import Domain
internal import GRDB
internal import Synchronization

extension SQLiteStore: TransferRepository {
  public func importRows(
    _ pages: some ImportPages, isTrial: Bool, in session: Session,
    saved: @escaping @Sendable (Int64) -> Void
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
        return try self.takeIn(stage, isTrial: isTrial, in: session, saved: saved)
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
    return try Self.read(through: gate) {
      let connection = try DatabaseQueue(path: queue.path, configuration: Self.configuration)
      _ = try connection.unsafeRead { try $0.check(session, at: clock.now) }
      return try ImportStage(connection, for: session.user.username)
    }
  }

  /// Imports all staged rows in one transaction.
  func takeIn(
    _ stage: ImportStage, isTrial: Bool = false, in session: Session,
    saved: @escaping (Int64) -> Void
  ) throws -> ImportSummary {
    do {
      return try Self.commit("import", in: stage.connection, through: gate) { database in
        let now = clock.now
        try database.use(session, at: now)
        let summary = try Import(database: database, session: session, now: now, saved: saved).run()
        if isTrial { throw Trial(summary: summary) }
        return summary
      }
    } catch let trial as Trial {
      return trial.summary
    }
  }

  /// Thrown to roll back the transaction of a trial.
  private struct Trial: Error {
    let summary: ImportSummary
  }
}

/// Temporary tables for `StagedRows`. They belong to a separate connection, so nobody else sees them
/// or waits for them.
final class ImportStage: Sendable {
  let connection: DatabaseQueue
  private let rows: Mutex<StagedRows>

  private static let cacheKibibytes = 65_536

  /// Creates an empty stage; nothing else may use the connection.
  init(_ connection: DatabaseQueue, for importer: Username) throws {
    self.connection = connection
    rows = Mutex(StagedRows(of: importer))
    try connection.writeWithoutTransaction { database in
      // Identifiers in random order touch the whole index, so it has to fit into the cache.
      try database.execute(
        sql: """
          PRAGMA temp_store = FILE;
          PRAGMA temp.cache_size = -\(Self.cacheKibibytes);
          PRAGMA main.cache_size = -\(Self.cacheKibibytes);
          """)
      try database.execute(sql: Self.tables)
    }
  }

  /// Appends rows.
  func append(_ rows: [ImportRow]) throws {
    try connection.writeWithoutTransaction { database in
      try database.inTransaction(.deferred) {
        try self.rows.withLock { try $0.append(rows, in: database) }
        return .commit
      }
    }
  }

  /// Frees its disk space and memory.
  func close() {
    // If this fails, the connection closes with its last statement.
    try? connection.close()
  }

  private static let tables = """
    CREATE TEMP TABLE staged_counters (
      id INTEGER PRIMARY KEY, first_line INTEGER NOT NULL, name TEXT NOT NULL, name_key TEXT NOT NULL,
      counter_id INTEGER, base INTEGER, length INTEGER
    ) STRICT;
    CREATE TEMP TABLE staged_makings (
      counter INTEGER NOT NULL, time INTEGER NOT NULL, uid ANY NOT NULL UNIQUE,
      PRIMARY KEY (counter, time, uid)
    ) STRICT, WITHOUT ROWID;
    CREATE TEMP TABLE shared_ids (uid ANY NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TEMP TABLE known_rows (
      uid ANY NOT NULL, nth INTEGER NOT NULL, author_key TEXT NOT NULL, known_nth INTEGER NOT NULL,
      PRIMARY KEY (uid, nth, author_key)
    ) STRICT, WITHOUT ROWID;
    CREATE TEMP TABLE repeated_rows (
      counter INTEGER NOT NULL, number INTEGER NOT NULL, first INTEGER NOT NULL,
      PRIMARY KEY (counter, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TEMP TABLE numbered_rows (
      counter INTEGER NOT NULL, number INTEGER NOT NULL, line INTEGER NOT NULL,
      uid ANY NOT NULL, author TEXT NOT NULL, time INTEGER NOT NULL, kind TEXT NOT NULL,
      amount INTEGER NOT NULL,
      of_uid ANY, of_length INTEGER, of_number INTEGER, of_seq INTEGER,
      author_key TEXT NOT NULL, nth INTEGER NOT NULL, of_nth INTEGER, is_made INTEGER NOT NULL,
      place INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL,
      PRIMARY KEY (counter, number), UNIQUE (uid, nth, author_key, time, amount, counter)
    ) STRICT, WITHOUT ROWID;
    """
}
