extension PostgreSQLConnection {
  /// A statement of the store, which is written for SQLite, for PostgreSQL.
  ///
  /// Numbers the parameters, names the functions with their schema, and removes what tells SQLite
  /// which index or order to use.
  static func translated(_ sql: String) -> String {
    let hintless = sql.replacing(/\ INDEXED BY \w+/, with: "")
      .replacing("CROSS JOIN", with: "JOIN")
      .replacing(#/\b(count|length|lower|max|min|row_number|sum)\(/#) { "pg_catalog.\($0.1)(" }
    var (text, number, isQuoted) = ("", 0, false)
    var rest = Substring(hintless)
    while let character = rest.popFirst() {
      if character == "'" { isQuoted.toggle() }
      guard character == "?", !isQuoted else {
        text.append(character)
        continue
      }
      let digits = rest.prefix { $0.isNumber }
      rest = rest.dropFirst(digits.count)
      number += 1
      text += "$" + (digits.isEmpty ? "\(number)" : String(digits))
    }
    return text
  }
}

extension PostgreSQLConnection: SQLConnection {
  func run(_ sql: String, _ parameters: [any SQLConvertible]) throws {
    writes += 1
    _ = try execute(sql, parameters)
  }

  func row(_ sql: String, _ parameters: [any SQLConvertible]) throws -> SQLRow? {
    let result = try execute(sql, parameters)
    return result.count > 0 ? try result.row(0) : nil
  }

  func rows(_ sql: String, _ parameters: [any SQLConvertible]) throws -> [SQLRow] {
    let result = try execute(sql, parameters)
    return try (0..<result.count).map { try result.row($0) }
  }

  func scan(
    _ sql: String, _ parameters: [any SQLConvertible], _ body: (SQLRow) throws -> Bool
  ) throws {
    try scanPortions(sql, parameters) { portion in
      for index in 0..<portion.count {
        guard try body(try portion.row(index)) else { return false }
      }
      return true
    }
  }

  var isOwners: Bool {
    get throws {
      try row(
        """
        SELECT 1 FROM pg_catalog.pg_class
        WHERE oid = 'users'::pg_catalog.regclass AND pg_catalog.pg_has_role(relowner, 'USAGE')
        """, []) != nil
    }
  }

  /// A unique index of PostgreSQL leads to no row of another counter.
  func checkIndex(of access: Access) {}

  static var isUUID: String { "uid ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'" }

  static func isNotUnique(_ error: any Error) -> Bool {
    (error as? PostgreSQLError)?.state == "23505"
  }
}
