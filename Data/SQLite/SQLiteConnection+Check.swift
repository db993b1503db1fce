internal import CSQLite
internal import Domain

extension SQLiteConnection {
  /// The problems of the whole store.
  ///
  /// Writers wait while the pages are copied to an unnamed temporary file, but not while the copy is
  /// checked, which takes much longer.
  func faults() throws -> [StoreFault] {
    try Self.noting {
      let copy = try SQLiteConnection("")
      try copy.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      do {
        try copy.copy(self)
      } catch let error as SQLiteError where error.primaryCode == SQLITE_FULL {
        throw Refusal.environment(
          cause: "There is no space for a copy of the store to check. Free some in $TMPDIR")
      }
      let looks = [
        copy.damage, copy.schemaFaults, copy.orphans, copy.identityFaults, copy.strangers,
        self.settingFaults, copy.nameFaults, copy.historyFaults,
      ]
      return try looks.flatMap { try Self.noting($0) }
    }
  }

  /// The damage that stops one check is a problem, and the others still run.
  private static func noting(_ look: () throws -> [StoreFault]) throws -> [StoreFault] {
    do {
      return try look()
    } catch {
      guard case .store(.damaged(let cause)) = Refusal(error, during: "check") else { throw error }
      return [.damaged(cause)]
    }
  }

  private func schemaFaults() throws -> [StoreFault] {
    try Schema.differences(of: self).map { .damaged($0) }
  }

  private func damage() throws -> [StoreFault] {
    try rows("PRAGMA integrity_check", [])
      .flatMap { try ($0.value(0) as String).split(separator: "\n") }
      .filter { $0 != "ok" && !$0.hasPrefix("*** in database") }
      .map { .damaged(String($0)) }
  }

  private func orphans() throws -> [StoreFault] {
    try rows("PRAGMA foreign_key_check", []).map { .orphan(kind: try $0.value(0)) }
  }

  private func settingFaults() throws -> [StoreFault] {
    var expected: [(String, SQLValue)] = [
      ("journal_mode", .text("truncate")), ("synchronous", .integer(3)),
      ("foreign_keys", .integer(1)), ("trusted_schema", .integer(0)),
      ("cell_size_check", .integer(1)), ("mmap_size", .integer(0)),
      ("ignore_check_constraints", .integer(0)),
      ("application_id", .integer(Int64(Schema.applicationID))),
      ("user_version", .integer(Int64(Schema.version))),
    ]
    #if canImport(Darwin)
      expected.append(("fullfsync", .integer(1)))
    #endif
    let other = try expected.filter { name, value in
      try self.value("PRAGMA \(name)", []) != value
    }.map(\.0)
    let isDefensive = tally_sqlite3_setting(connection, SQLITE_DBCONFIG_DEFENSIVE) == 1
    return (other + (isDefensive ? [] : ["defensive"])).map { .setting($0) }
  }
}
