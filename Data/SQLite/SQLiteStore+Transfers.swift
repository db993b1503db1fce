public import Domain
internal import Synchronization

extension SQLiteStore: TransferRepository {
  public func importRows(
    _ pages: some ImportPages, isTrial: Bool, in session: Session,
    saved: @escaping @Sendable (Int64) -> Void
  ) async throws(Refusal) -> ImportSummary {
    // Other writers do not wait for a page.
    let lane = SQLiteLane(thread: threads == .dedicated ? "tally.store.importing" : nil)
    let result: Result<ImportSummary, Refusal>
    do throws(Refusal) {
      let stage = try await lane.perform("import") { try self.stage(on: lane, in: session) }
      for try await page in pages {
        try await lane.perform("import") { try stage.append(page) }
      }
      let summary = try await lane.perform("import") {
        try self.takeIn(stage, isTrial: isTrial, in: session, saved: saved)
      }
      result = .success(summary)
    } catch {
      result = .failure(error)
    }
    try await lane.perform("import") { lane.close() }
    return try result.get()
  }

  /// Creates the staging tables of an import into the session's account.
  func stage(on lane: SQLiteLane, in session: Session) throws -> ImportStage {
    guard try StoreFile(path).isStore() else {
      throw Refusal.store(.unopenable(cause: "its file was moved or removed in the meantime"))
    }
    return try Self.read(through: gate) {
      try lane.connect(to: path)
      _ = try lane.once { [clock] in try $0.check(session, at: clock.now) }
      return try ImportStage(lane, for: session.user.username)
    }
  }

  /// Imports all staged rows in one transaction.
  func takeIn(
    _ stage: ImportStage, isTrial: Bool = false, in session: Session,
    saved: @escaping @Sendable (Int64) -> Void
  ) throws -> ImportSummary {
    do {
      return try Self.commit("import", in: stage.lane, through: gate) { [clock] database in
        try database.takeIn(isTrial: isTrial, in: session, at: clock.now, saved: saved)
      }
    } catch let trial as ImportTrial {
      return trial.summary
    }
  }
}

/// Temporary tables for `StagedRows`. They belong to a separate connection, so nobody else sees them
/// or waits for them.
final class ImportStage: Sendable {
  let lane: SQLiteLane
  private let rows: Mutex<StagedRows>

  private static let cacheKibibytes = 65_536

  /// Creates an empty stage; nothing else may use the lane.
  init(_ lane: SQLiteLane, for importer: Username) throws {
    self.lane = lane
    rows = Mutex(StagedRows(of: importer))
    try lane.once { database in
      // Identifiers in random order touch the whole index, so it has to fit into the cache.
      try database.execute(
        """
        PRAGMA temp_store = FILE;
        PRAGMA temp.cache_size = -\(Self.cacheKibibytes);
        PRAGMA main.cache_size = -\(Self.cacheKibibytes);
        """)
      try database.execute(
        StagedRows.tables(
          integer: "INTEGER", text: "TEXT", identifier: "ANY", options: "STRICT, WITHOUT ROWID"))
    }
  }

  /// Appends rows.
  func append(_ rows: [ImportRow]) throws {
    try lane.once { database in
      try database.run("BEGIN", [])
      try self.rows.withLock { try $0.append(rows, in: database) }
      try database.run("COMMIT", [])
    }
  }
}
