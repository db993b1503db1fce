internal import CSQLite
public import Domain
internal import Platform

extension SQLiteStore {
  /// Writes a copy of the store, as of one moment, to `path`. It replaces an existing file
  /// completely or not at all.
  ///
  /// - Throws: `Refusal.output(.failed)`, and the store's refusals.
  public func backUp(to path: String) async throws(Refusal) {
    let output = try OutputFile(path: path, sparing: self.path)
    try await fill(output)
    try output.finish()
  }

  /// Passes a copy of the store, as of one moment, to `write`, chunk by chunk.
  ///
  /// - Throws: `Refusal.output(.failed)`, the errors of `write`, and the store's refusals.
  public func backUp(
    through write: @Sendable (_ bytes: [UInt8]) throws(Refusal) -> Void
  ) async throws(Refusal) {
    let copy = try OutputFile(path: temporaryFile)
    try await fill(copy)
    try copy.read(through: write)
  }

  /// A new name in the folder for temporary files.
  private var temporaryFile: String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    return "\(folder.isEmpty ? "/tmp" : folder)/tally-\(ChangeUID.randomText())"
  }

  /// SQLite fills the private empty file; syncing it is left to us.
  func fill(_ output: OutputFile) async throws(Refusal) {
    Self.followDescriptors
    try await outsideTransactions("back up") { database in
      try database.run("VACUUM INTO ?", [output.temporary])
    }
  }

  private static let followDescriptors: Void = tally_sqlite3_follow_descriptors()

  /// Checks the whole store, including every entry of every history.
  ///
  /// - Returns: the problems found.
  public func faults() async throws(Refusal) -> [StoreFault] {
    try await outsideTransactions("check") { try $0.faults() }
  }
}

extension SQLiteStore {
  /// Commits a group of writes, then answers them. Returns the refusal if it is not known whether
  /// they were saved.
  static func commit(
    _ group: [WriteQueue<SQLiteConnection>.Write], in lane: SQLiteLane, through gate: Gate
  ) -> Refusal? {
    do {
      let name = group.count == 1 ? group[0].name : "commit \(group.count) changes"
      let answers = try commit(name, in: lane, through: gate) { database in
        guard group.count > 1 else { return try group.map { try $0.perform(database) } }
        return try group.map { write in
          // A refusal does not affect the others.
          switch try database.savepoint({ try write.perform(database) }) {
          case .success(let answer): answer
          case .failure(let refusal): { write.refuse(refusal) }
          }
        }
      }
      answers.forEach { $0() }
      return nil
    } catch {
      group.forEach { $0.refuse(error) }
      guard case .store(.outcomeUnknown)? = error as? Refusal else { return nil }
      return error as? Refusal
    }
  }
}
