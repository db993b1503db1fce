internal import CSQLite
internal import Domain
internal import GRDB

/// Checks a whole store.
///
/// Writers wait while the pages are copied, but not while the copy is checked, which takes much
/// longer.
struct StoreCheck {
  /// A copy of the store in an unnamed temporary file.
  private let database: Database
  /// The connection whose settings are checked.
  private let store: Database

  /// The problems of a store.
  static func faults(of store: Database) throws -> [StoreFault] {
    try noting {
      let copy = try DatabaseQueue(path: "", configuration: configuration)
      return try copy.writeWithoutTransaction { database in
        try copyPages(of: store, to: database)
        return try StoreCheck(database: database, store: store).faults()
      }
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    }
    return configuration
  }

  private static func copyPages(of store: Database, to copy: Database) throws {
    do {
      try store.backup(to: copy)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
      throw Refusal.environment(
        cause: "There is no space for a copy of the store to check. Free some in $TMPDIR")
    }
  }

  /// All problems. When damage stops one check, the others still run.
  private func faults() throws -> [StoreFault] {
    let looks = [
      damage, schemaFaults, orphans, settingFaults, nameFaults, historyFaults,
    ]
    return try looks.flatMap { try Self.noting($0) }
  }

  private static func noting(_ look: () throws -> [StoreFault]) throws -> [StoreFault] {
    do {
      return try look()
    } catch {
      guard case .storeDamaged(let cause) = Refusal(error, during: "check") else { throw error }
      return [.damaged(cause)]
    }
  }

  private func schemaFaults() throws -> [StoreFault] {
    try Schema.differences(of: database).map { .damaged($0) }
  }

  private func damage() throws -> [StoreFault] {
    try String.fetchAll(database, sql: "PRAGMA integrity_check")
      .flatMap { $0.split(separator: "\n") }
      .filter { $0 != "ok" && !$0.hasPrefix("*** in database") }
      .map { .damaged(String($0)) }
  }

  private func orphans() throws -> [StoreFault] {
    let strangers = """
      SELECT 'users' FROM users JOIN counters ON counters.id = users.open_counter_id
      WHERE counters.user_id <> users.id AND NOT EXISTS (
        SELECT 1 FROM members WHERE counter_id = counters.id AND user_id = users.id)
      UNION ALL
      SELECT 'members' FROM members JOIN counters ON counters.id = members.counter_id
      WHERE counters.user_id = members.user_id
      """
    return try ["PRAGMA foreign_key_check", strangers].flatMap { sql in
      try database.rows(sql, []).map { .orphan(kind: try $0.value(0)) }
    }
  }

  private func settingFaults() throws -> [StoreFault] {
    var expected = [
      ("journal_mode", "truncate"), ("synchronous", "3"), ("foreign_keys", "1"),
      ("trusted_schema", "0"), ("cell_size_check", "1"), ("mmap_size", "0"),
      ("ignore_check_constraints", "0"),
      ("application_id", "\(Schema.applicationID)"), ("user_version", "\(Schema.version)"),
    ]
    #if canImport(Darwin)
      expected.append(("fullfsync", "1"))
    #endif
    let other = try expected.filter { name, value in
      try String.fetchOne(store, sql: "PRAGMA \(name)") != value
    }.map(\.0)
    let isDefensive = tally_sqlite3_is_defensive(store.sqliteConnection) == 1
    return (other + (isDefensive ? [] : ["defensive"])).map { .setting($0) }
  }

  /// A name stored with a wrong key cannot be found.
  private func nameFaults() throws -> [StoreFault] {
    let form = UnicodeNormalizer()
    var faults: [StoreFault] = []
    try database.scan("SELECT username, username_key FROM users", []) { user in
      let (name, key): (String, String) = (try user.value(0), try user.value(1))
      if (try? Username(name))?.key != key { faults.append(.name(name, kind: "users")) }
      return true
    }
    try database.scan("SELECT name, name_key FROM counters", []) { counter in
      let (name, key): (String, String) = (try counter.value(0), try counter.value(1))
      if form.key(of: name) != key { faults.append(.name(name, kind: "counters")) }
      return true
    }
    return faults
  }

  private func historyFaults() throws -> [StoreFault] {
    let counters = try database.rows(
      """
      SELECT counters.id, counters.count, counters.last_seq, counters.undo_seq, counters.redo_seq,
        counters.name, counters.name_key, users.username, counters.set_seq,
        counters.ordered_until
      FROM counters JOIN users ON users.id = counters.user_id ORDER BY counters.id
      """, [])
    return try counters.compactMap { counter in
      do {
        try replay(counter)
        return nil
      } catch let fault as HistoryReplay.Fault {
        let name = CounterName(text: try counter.value(5), key: try counter.value(6))
        let owner: String = try counter.value(7)
        return switch fault {
        case .sum: .history(counter: name.text, owner: owner)
        case .undoing: .undoing(counter: name.text, owner: owner)
        }
      }
    }
  }

  private func replay(_ counter: SQLiteRow) throws {
    var history = HistoryReplay()
    try database.scan(
      "SELECT \(HistoryReplay.columns) FROM changes WHERE counter_id = ? ORDER BY seq",
      [try counter.value(0) as Int64]
    ) { change in
      try history.add(change)
      return true
    }
    let members = try database.rows(
      "SELECT user_id, undo_seq, redo_seq FROM members WHERE counter_id = ?",
      [try counter.value(0) as Int64])
    try history.end(
      count: try counter.value(1), length: try counter.value(2),
      orderedUntil: try counter.value(9), set: try counter.value(8),
      tops: UndoTops(undo: try counter.value(3), redo: try counter.value(4)),
      members: try members.map {
        (try $0.value(0), UndoTops(undo: try $0.value(1), redo: try $0.value(2)))
      })
  }
}
