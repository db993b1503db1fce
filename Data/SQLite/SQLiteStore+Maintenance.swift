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
