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
    let content = ContentCheck(database: database)
    let looks = [
      damage, schemaFaults, orphans, content.identity, content.strangers, settingFaults,
      content.names, content.histories,
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
    try database.rows("PRAGMA foreign_key_check", []).map { .orphan(kind: try $0.value(0)) }
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
}
