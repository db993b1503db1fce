internal import Domain
internal import GRDB

extension Schema {
  /// The SHA-256 of what `definitionsSQL` reads in the present version. Comparing it avoids
  /// building an empty store on each opening.
  static let digest = "57e0855c5ad09dbdb02fd19460369e0898ca5f695aeaa5525fad31678d63c6fa"

  /// Checks that the store has exactly Tally's schema: an added trigger or view could change what
  /// Tally does.
  ///
  /// - Throws: `Refusal.storeDamaged`.
  static func verify(_ database: Database) throws {
    if let fault = try differences(of: database).first { throw Refusal.storeDamaged(cause: fault) }
  }

  /// The differences between the store's schema and Tally's.
  static func differences(of database: Database) throws -> [String] {
    let text: String? = try database.value(definitionsSQL, [])
    guard digest(of: text ?? "") != digest else { return [] }
    let own = try DatabaseQueue().write { empty in
      for migration in migrations { try empty.execute(sql: migration) }
      return try definitions(in: empty)
    }
    return schemaDifferences(of: try definitions(in: database), from: own)
  }

  /// The definition of each table, index, view and trigger, by its type and name.
  private static func definitions(in database: Database) throws -> [String: String] {
    let rows = try database.rows("SELECT type, name, tbl_name, hex(sql) \(ofObjects)", [])
    return try rows.reduce(into: [:]) { definitions, row in
      let (type, name, table): (String, String, String) =
        (try row.value(0), try row.value(1), try row.value(2))
      let sql: String = try row.value(3)
      definitions["\(type) \(name)"] = "\(table): \(sql)"
    }
  }

  static func digest(of text: String) -> String {
    sha256(Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      .joined()
  }

  /// Hexadecimal, because SQLite ends a text at its first NUL.
  static let definitionsSQL = """
    SELECT hex(group_concat(type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, ''), char(0)))
    FROM (SELECT * \(ofObjects) ORDER BY type, name)
    """

  /// Leaves out the statistics of ANALYZE, which change no result.
  private static let ofObjects =
    "FROM sqlite_schema WHERE type <> 'table' OR name NOT IN ('sqlite_stat1', 'sqlite_stat4')"
}
