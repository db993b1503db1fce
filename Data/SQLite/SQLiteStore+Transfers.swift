internal import Dispatch
public import Domain
internal import GRDB

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
