public import Domain
internal import GRDB

extension SQLiteStore: Upkeep {
  public func backUp(to path: String) async throws(Refusal) {
    let file = try OutputFile(path: path)
    // SQLite fills the empty file, which is the owner's alone, and leaves syncing it to us.
    try await outsideTransactions("back up") { database in
      try database.execute(sql: "VACUUM INTO ?", arguments: [file.temporary])
    }
    try file.finish()
  }

  public func faults() async throws(Refusal) -> [StoreFault] {
    try await read("check") { database, _ in
      let damage = try String.fetchAll(database, sql: "PRAGMA integrity_check")
        .filter { $0 != "ok" }.map { StoreFault.damaged($0) }
      let orphans = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
        .map { StoreFault.orphan(table: try $0.value(0)) }
      return try damage + orphans + Self.settingFaults(database) + Self.historyFaults(database)
    }
  }

  private static func settingFaults(_ database: Database) throws -> [StoreFault] {
    let expected = [
      ("journal_mode", "truncate"), ("synchronous", "3"), ("foreign_keys", "1"),
      ("trusted_schema", "0"), ("cell_size_check", "1"), ("mmap_size", "0"),
      ("application_id", "\(Schema.applicationID)"), ("user_version", "\(Schema.version)"),
    ]
    return try expected.filter { name, value in
      try String.fetchOne(database, sql: "PRAGMA \(name)") != value
    }.map { .setting($0.0) }
  }

  /// Adds every history up again, entry by entry. Amounts are added as they are taken back: modulo 2^64.
  private static func historyFaults(_ database: Database) throws -> [StoreFault] {
    let counters = try Row.fetchAll(
      database,
      sql: """
        SELECT counters.id, counters.count, counters.last_seq, counters.name, counters.name_key,
          users.username
        FROM counters JOIN users ON users.id = counters.user_id ORDER BY counters.id
        """)
    return try counters.compactMap { counter in
      let whole = try isWhole(
        counter: try counter.value(0), count: try counter.value(1), length: try counter.value(2),
        in: database)
      guard !whole else { return nil }
      let name = CounterName(text: try counter.value(3), key: try counter.value(4))
      return .history(counter: name, owner: try Username(try counter.value(5)))
    }
  }

  private static func isWhole(
    counter: Int64, count: Int64, length: Int64, in database: Database
  ) throws -> Bool {
    var (sum, sequence): (Int64, Int64) = (0, 0)
    let changes = try Row.fetchCursor(
      database, sql: "SELECT seq, amount, count FROM changes WHERE counter_id = ? ORDER BY seq",
      arguments: [counter])
    while let change = try changes.next() {
      let (next, amount): (Int64, Int64) = (try change.value(0), try change.value(1))
      sum &+= amount
      sequence &+= 1
      let shown: Int64 = try change.value(2)
      if next != sequence || shown != sum { return false }
    }
    return sum == count && sequence == length
  }
}
