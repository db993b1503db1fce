internal import Domain

extension Schema {
  /// The digest of the present version. Comparing it avoids building an empty store on each opening.
  static let digest = "5f7a3ef2e38cee3a4833b560b9d9a87e5dfd099aac3d1ab7eff1bae5a512ea92"

  /// Checks that the store has exactly Tally's schema: an added trigger or view could change what
  /// Tally does.
  ///
  /// - Throws: `Refusal.store(.damaged)`.
  static func verify(_ database: SQLiteConnection) throws {
    if let fault = try differences(of: database).first {
      throw Refusal.store(.damaged(cause: fault))
    }
  }

  /// The differences between the store's schema and Tally's.
  static func differences(of database: SQLiteConnection) throws -> [String] {
    guard try digest(of: database) != digest else { return [] }
    let empty = try SQLiteConnection(":memory:")
    for migration in migrations { try empty.execute(migration) }
    return schemaDifferences(of: try definitions(in: database), from: try definitions(in: empty))
  }

  /// The definition of each table, index, view and trigger, by its type and name.
  private static func definitions(in database: SQLiteConnection) throws -> [String: String] {
    let rows = try database.rows("SELECT type, name, tbl_name, hex(sql) \(ofObjects)", [])
    return try rows.reduce(into: [:]) { definitions, row in
      let (type, name, table): (String, String, String) =
        (try row.value(0), try row.value(1), try row.value(2))
      let sql: String = try row.value(3)
      definitions["\(type) \(name)"] = "\(table): \(sql)"
    }
  }

  /// The BLAKE2b digest of all definitions. They are read as bytes, because SQLite ends a text at its
  /// first NUL.
  static func digest(of database: SQLiteConnection) throws -> String {
    let definitions: [UInt8]? = try database.value(
      """
      SELECT CAST(group_concat(
        type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, ''), char(0)) AS BLOB)
      FROM (SELECT * \(ofObjects) ORDER BY type, name)
      """, [])
    return hexadecimal(blake2b(definitions ?? []))
  }

  /// Leaves out the statistics of ANALYZE, which change no result.
  private static let ofObjects =
    "FROM sqlite_schema WHERE type <> 'table' OR name NOT IN ('sqlite_stat1', 'sqlite_stat4')"
}
