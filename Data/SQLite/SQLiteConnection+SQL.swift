internal import CSQLite
internal import Domain

extension SQLiteConnection: SQLConnection {
  func run(_ sql: String, _ parameters: [any SQLConvertible]) throws {
    try scan(sql, parameters) { _ in true }
  }

  func row(_ sql: String, _ parameters: [any SQLConvertible]) throws -> SQLRow? {
    var first: SQLRow?
    try scan(sql, parameters) {
      first = $0
      return false
    }
    return first
  }

  func rows(_ sql: String, _ parameters: [any SQLConvertible]) throws -> [SQLRow] {
    var rows: [SQLRow] = []
    try scan(sql, parameters) {
      rows.append($0)
      return true
    }
    return rows
  }

  var changedRows: Int { Int(sqlite3_changes64(connection)) }

  static var isUUID: String { "typeof(uid) = 'blob'" }

  func runLater(_ sql: String, _ parameters: [any SQLConvertible]) throws {
    try run(sql, parameters)
  }

  var group: ChangeGroup? { nil }

  /// The gate lets one writer at a time through.
  var locksRows: Bool { false }

  /// Only its owner, and root, can open a store's file.
  var isOwners: Bool { true }

  /// A write may take as long as it needs.
  func beginLongWork() {}

  static func isNotUnique(_ error: any Error) -> Bool {
    (error as? SQLiteError)?.code == SQLITE_CONSTRAINT | 8 << 8
  }

  /// Checks that the time index has no entry of another counter at its ends.
  ///
  /// - Throws: `Refusal.store(.damaged)`.
  func checkIndex(of access: Access) throws {
    let strays = try row(Self.straysSQL, [access.counter.id, access.owner])
    guard try strays?.value(0) as Int64? == 0 else {
      throw Refusal.store(.damaged(cause: "the time index has an entry of another counter"))
    }
  }

  /// Counts which of the first and the last entry of a counter in the time index differ from their
  /// rows. If a damaged index has another counter's entry under this number, it is next to the
  /// counter's own entries, so it is one of these two. The plus signs keep SQLite from using the
  /// index for the comparison.
  static let straysSQL = """
    SELECT count(*) FROM (
      SELECT * FROM (SELECT seq, time, summed FROM changes INDEXED BY changes_time
        WHERE counter_id = ?1 ORDER BY time LIMIT 1)
      UNION ALL
      SELECT * FROM (SELECT seq, time, summed FROM changes INDEXED BY changes_time
        WHERE counter_id = ?1 ORDER BY time DESC LIMIT 1)
    ) AS entry
    LEFT JOIN changes AS change ON change.counter_id = ?1 AND change.seq = entry.seq
      AND +change.user_id = ?2 AND +change.time = entry.time AND +change.summed = entry.summed
    WHERE change.seq IS NULL
    """
}

extension SQLRow {
  /// The present row of a statement.
  init(of statement: OpaquePointer) {
    values = (0..<sqlite3_column_count(statement)).map { SQLValue(column: $0, of: statement) }
  }
}

extension SQLValue {
  fileprivate init(column: Int32, of statement: OpaquePointer) {
    func bytes(_ start: UnsafeRawPointer?) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      self = .text(String(decoding: bytes(sqlite3_column_text(statement, column)), as: UTF8.self))
    case SQLITE_BLOB: self = .blob([UInt8](bytes(sqlite3_column_blob(statement, column))))
    default: self = .null
    }
  }

  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let number): sqlite3_bind_int64(statement, index, number)
    case .real(let number): sqlite3_bind_double(statement, index, number)
    case .text(var text):
      text.withUTF8 {
        tally_sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count))
      }
    case .blob(let bytes), .uuid(let bytes):
      bytes.withUnsafeBytes {
        tally_sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count))
      }
    }
  }
}
