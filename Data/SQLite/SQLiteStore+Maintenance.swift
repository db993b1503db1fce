internal import CSQLite
public import Domain
internal import Foundation
internal import GRDB

extension SQLiteStore {
  /// Writes a copy of the store, as of one moment, to `path`. It replaces an existing file
  /// completely or not at all.
  ///
  /// - Throws: `Refusal.outputFailed`, and the store's refusals.
  public func backUp(to path: String) async throws(Refusal) {
    let output = try OutputFile(path: path, sparing: queue.path)
    try await fill(output)
    try output.finish()
  }

  /// Passes a copy of the store, as of one moment, to `write`, chunk by chunk.
  ///
  /// - Throws: `Refusal.outputFailed`, the errors of `write`, and the store's refusals.
  public func backUp(
    through write: @Sendable (_ bytes: [UInt8]) throws(Refusal) -> Void
  ) async throws(Refusal) {
    let copy = try OutputFile(path: "\(NSTemporaryDirectory())/tally-\(UUID().uuidString)")
    try await fill(copy)
    try copy.read(through: write)
  }

  /// SQLite fills the private empty file; syncing it is left to us.
  func fill(_ output: OutputFile) async throws(Refusal) {
    Self.followDescriptors
    try await outsideTransactions("back up") { database in
      try database.execute(sql: "VACUUM INTO ?", arguments: [output.temporary])
    }
  }

  private static let followDescriptors: Void = tally_sqlite3_follow_descriptors()

  /// Checks the whole store, including every entry of every history.
  ///
  /// - Returns: the problems found.
  public func faults() async throws(Refusal) -> [StoreFault] {
    try await outsideTransactions("check") { try StoreCheck.faults(of: $0) }
  }
}

extension SQLiteStore {
  /// Commits a group of writes, then answers them. Returns the refusal if it is not known whether
  /// they were saved.
  static func commit(
    _ group: [WriteQueue<Database>.Member], in database: Database, through gate: Gate
  )
    -> Refusal?
  {
    do {
      let name = group.count == 1 ? group[0].name : "commit \(group.count) changes"
      let answers = try gate.hold {
        try database.waiting(upTo: gate.patience) {
          try commit(name, in: database) { database in
            guard group.count > 1 else { return try group.map { try $0.perform(database) } }
            return try group.map { try performed($0, in: database) }
          }
        }
      }
      answers.forEach { $0() }
      return nil
    } catch {
      group.forEach { $0.refuse(error) }
      guard case .outcomeUnknown? = error as? Refusal else { return nil }
      return error as? Refusal
    }
  }

  /// Does one write of a group and returns its answer. A refusal does not affect the others.
  private static func performed(_ member: WriteQueue<Database>.Member, in database: Database) throws
    -> @Sendable () -> Void
  {
    try database.run("SAVEPOINT member", [])
    do {
      let answer = try member.perform(database)
      try database.run("RELEASE member", [])
      return answer
    } catch {
      // Some errors, such as a full disk, end the whole transaction.
      guard database.isInsideTransaction else { throw error }
      let refusal = reason(for: error, during: member.name, in: database)
      try database.run("ROLLBACK TO member", [])
      try database.run("RELEASE member", [])
      return { member.refuse(refusal) }
    }
  }
}
