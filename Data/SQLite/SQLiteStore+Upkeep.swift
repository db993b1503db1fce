public import Domain
internal import GRDB

extension SQLiteStore: Upkeep {
  public func backUp(to path: String) async throws(Refusal) {
    let output = try OutputFile(path: path, sparing: queue.path)
    // SQLite fills the empty file, which is the owner's alone, and leaves syncing it to us.
    try await outsideTransactions("back up") { database in
      try database.execute(sql: "VACUUM INTO ?", arguments: [output.temporary])
    }
    try output.finish()
  }

  public func faults() async throws(Refusal) -> [StoreFault] {
    try await outsideTransactions("check") { try StoreCheck.faults(of: $0) }
  }
}
