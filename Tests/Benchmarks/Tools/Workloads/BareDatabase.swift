internal import BareSQLite

/// An error of SQLite or of the system.
public struct BareError: Error {
  /// The error message.
  public let text: String

  /// Creates an error with this message.
  public init(text: String) {
    self.text = text
  }
}

/// A database through SQLite's C interface alone, for the lowest possible cost.
public final class BareDatabase {
  private let connection: OpaquePointer

  /// Opens an existing file.
  public init(path: String) throws(BareError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      throw BareError(text: "\(path): \(String(cString: sqlite3_errstr(code)))")
    }
    connection = opened
  }

  deinit { sqlite3_close_v2(connection) }

  /// Applies Tally's settings.
  public func adoptTallysSettings() throws(BareError) {
    sqlite3_busy_timeout(connection, 10_000)
    try execute(
      """
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      PRAGMA mmap_size = 0;
      PRAGMA synchronous = EXTRA;
      PRAGMA journal_mode = TRUNCATE;
      """)
  }

  /// Runs statements without parameters.
  public func execute(_ sql: String) throws(BareError) {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw fault }
  }

  /// Compiles a statement.
  public func statement(_ sql: String) throws(BareError) -> BareStatement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement
    else { throw fault }
    return BareStatement(statement, of: self)
  }

  /// The last error.
  fileprivate var fault: BareError { BareError(text: String(cString: sqlite3_errmsg(connection))) }
}

/// A compiled statement.
public final class BareStatement {
  private let statement: OpaquePointer
  private let database: BareDatabase

  fileprivate init(_ statement: OpaquePointer, of database: BareDatabase) {
    self.statement = statement
    self.database = database
  }

  deinit { sqlite3_finalize(statement) }

  /// Binds a number.
  public func bind(_ number: Int64, at index: Int32) {
    sqlite3_bind_int64(statement, index, number)
  }

  /// Binds two numbers as 16 bytes, the upper first.
  public func bind(_ high: UInt64, _ low: UInt64, at index: Int32) {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      _ = bare_bind_blob(statement, index, $0.baseAddress, Int32($0.count))
    }
  }

  /// Runs the statement and returns the first column of its first row, if any.
  @discardableResult
  public func run() throws(BareError) -> Int64? {
    defer { sqlite3_reset(statement) }
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return sqlite3_column_int64(statement, 0)
    case SQLITE_DONE: return nil
    default: throw database.fault
    }
  }
}
