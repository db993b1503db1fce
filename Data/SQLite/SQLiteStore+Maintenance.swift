internal import CSQLite
public import Domain
internal import Foundation
internal import GRDB

extension SQLiteStore {
  /// Writes a copy of the store, as it is at one moment, in the place of what is at `path`: whole, or not
  /// at all.
  ///
  /// - Throws: `Refusal.outputFailed`, and the store's refusals.
  public func backUp(to path: String) async throws(Refusal) {
    let output = try OutputFile(path: path, sparing: queue.path)
    try await fill(output)
    try output.finish()
  }

  /// Hands out a copy of the store, as it is at one moment, from its first byte to its last.
  ///
  /// - Throws: `Refusal.outputFailed`, what `write` throws, which ends it, and the store's refusals.
  public func backUp(
    through write: @Sendable (_ bytes: [UInt8]) throws(Refusal) -> Void
  ) async throws(Refusal) {
    let copy = try OutputFile(path: "\(NSTemporaryDirectory())/tally-\(UUID().uuidString)")
    try await fill(copy)
    try copy.read(through: write)
  }

  /// SQLite fills the empty file, which is the owner's alone, and leaves syncing it to us.
  func fill(_ output: OutputFile) async throws(Refusal) {
    Self.followDescriptors
    try await outsideTransactions("back up") { database in
      try database.execute(sql: "VACUUM INTO ?", arguments: [output.temporary])
    }
  }

  private static let followDescriptors: Void = tally_sqlite3_follow_descriptors()

  /// Looks at everything, and at every entry of every history.
  ///
  /// - Returns: what is wrong, or nothing.
  public func faults() async throws(Refusal) -> [StoreFault] {
    try await outsideTransactions("check") { try StoreCheck.faults(of: $0) }
  }
}
