internal import CSQLite
internal import Domain
internal import Platform

/// A connection to an SQLite database. Only one thread may use it at a time.
final class SQLiteConnection {
  let connection: OpaquePointer
  /// The statements that were run, compiled.
  private var statements: [String: OpaquePointer] = [:]

  /// Connects to the existing file at `path`. It reads the schema, so that another kind of file is
  /// refused, and so that what a transaction left unfinished is rolled back now.
  ///
  /// - Parameter path: the file; `:memory:` for a database in memory, and an empty path for one in an
  ///   unnamed temporary file.
  /// - Throws: `SQLiteError`.
  init(_ path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      defer { sqlite3_close(opened) }
      throw SQLiteError(code: code)
    }
    connection = opened
    sqlite3_extended_result_codes(connection, 1)
    wait(upTo: SQLiteStore.briefWait)
    // A misspelt column in double quotes would be a text.
    for option in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] {
      try check(tally_sqlite3_configure(connection, option, 0))
    }
    try execute("PRAGMA foreign_keys = ON; SELECT * FROM sqlite_master LIMIT 1")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }
}

extension SQLiteConnection {
  /// Runs statements without parameters, and ignores their rows.
  func execute(_ sql: String) throws {
    try check(sqlite3_exec(connection, sql, nil, nil, nil))
  }

  /// Reads the rows of a query one by one, while `body` returns true. The statement is compiled once.
  func scan(
    _ sql: String, _ parameters: [any SQLConvertible], _ body: (SQLRow) throws -> Bool
  ) throws {
    let statement = try statement(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    guard sqlite3_bind_parameter_count(statement) == parameters.count else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "wrong number of parameters")
    }
    for (index, parameter) in parameters.enumerated() {
      try check(parameter.sqlValue.bind(to: statement, at: Int32(index + 1)))
    }
    while true {
      let code = sqlite3_step(statement)
      guard code == SQLITE_ROW else { return try check(code) }
      guard try body(SQLRow(of: statement)) else { return }
    }
  }

  private func statement(_ sql: String) throws -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var compiled: OpaquePointer?
    let persistent = UInt32(SQLITE_PREPARE_PERSISTENT)
    try check(sqlite3_prepare_v3(connection, sql, -1, persistent, &compiled, nil))
    guard let compiled else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "an empty statement")
    }
    statements[sql] = compiled
    return compiled
  }

  private func check(_ code: Int32) throws {
    guard code != SQLITE_OK, code != SQLITE_DONE else { return }
    throw SQLiteError(code: code, message: String(cString: sqlite3_errmsg(connection)))
  }

  /// Runs `body` with this timeout for SQLite's locks, instead of a short one.
  func waiting<Value>(upTo patience: Duration, _ body: () throws -> Value) rethrows -> Value {
    wait(upTo: patience)
    defer { wait(upTo: SQLiteStore.briefWait) }
    return try body()
  }

  private func wait(upTo limit: Duration) {
    sqlite3_busy_timeout(connection, Int32(limit / .milliseconds(1)))
  }

  /// Copies a whole database into this one.
  func copy(_ other: SQLiteConnection) throws {
    guard let backup = sqlite3_backup_init(connection, "main", other.connection, "main") else {
      return try check(sqlite3_errcode(connection))
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    try check(code)
  }
}

extension SQLiteConnection {
  /// Whether a transaction has begun and not ended.
  var isInTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

  /// Runs `body` in a transaction that sees one state of the store and writes nothing.
  func reading<Value>(_ body: () throws -> Value) throws -> Value {
    // A setting of this kind is changed when its statement is compiled.
    try execute("PRAGMA query_only = 1")
    let result = Result {
      // The read values stay valid however the transaction ends.
      defer { try? rollBack() }
      try run("BEGIN", [])
      return try body()
    }
    try execute("PRAGMA query_only = 0")
    return try result.get()
  }

  /// Runs `body` in a transaction and commits it.
  ///
  /// - Throws: `Refusal.store(.outcomeUnknown)` when it may have been saved. All other errors mean that
  ///   nothing was changed.
  func writing<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
    // The thrown error is the one to report; SQLite leaves the transaction either way.
    defer { try? rollBack() }
    try run("BEGIN IMMEDIATE", [])
    let value: Value
    do {
      value = try body()
    } catch {
      throw reason(for: error)
    }
    do {
      try run("COMMIT", [])
    } catch let error as SQLiteError where !error.isBusy {
      throw Refusal.store(.outcomeUnknown(counter: nil, cause: error.cause(during: name)))
    }
    return value
  }

  /// Runs `body` so that its failure undoes only its own statements.
  ///
  /// - Returns: the error of `body`, if the transaction goes on without it.
  func savepoint<Value>(_ body: () throws -> Value) throws -> Result<Value, any Error> {
    try run("SAVEPOINT write", [])
    let result = Result(catching: body).mapError { reason(for: $0) }
    if case .failure(let error) = result {
      // Some errors, such as a full disk, end the whole transaction.
      guard isInTransaction else { throw error }
      try run("ROLLBACK TO write", [])
    }
    try run("RELEASE write", [])
    return result
  }

  /// Ends a transaction that has begun, without its changes.
  func rollBack() throws {
    if isInTransaction { try run("ROLLBACK", []) }
  }

  /// What made a statement fail, where SQLite says only that a file cannot be opened: the store is
  /// open, but its journal cannot be created.
  private func reason(for error: any Error) -> any Error {
    guard let error = error as? SQLiteError, error.primaryCode == SQLITE_CANTOPEN else {
      return error
    }
    let reason = SystemError(code: sqlite3_system_errno(connection))
    let cause = "its journal cannot be created: \(reason.text)"
    return Refusal.store(reason.isReadOnly ? .readOnly(cause: cause) : .failed(cause: cause))
  }
}
