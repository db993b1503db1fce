internal import Domain

extension PostgreSQLConnection {
  /// Runs `body` in a transaction that sees one state of the store and writes nothing.
  func reading<Value>(_ body: () throws -> Value) throws -> Value {
    try execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    // The read values stay valid however the transaction ends.
    defer { if !isBroken { _ = try? execute("ROLLBACK") } }
    // What others save on a new primary would never be seen here.
    guard library.acceptsWrites(connection) else {
      throw PostgreSQLError(kind: .refused, state: "25006", message: "the server became read-only")
    }
    return try body()
  }

  /// Runs `body` in a transaction and commits it.
  ///
  /// - Throws: `Refusal.store(.outcomeUnknown)` when the server may have saved it, or did not make sure that
  ///   a standby has it too. All other errors mean that nothing was changed.
  func writing<Value>(
    _ name: String, upTo limit: Duration? = nil, _ body: () throws -> Value
  ) throws -> Value {
    let usual = patience
    locksRows = true
    defer { (locksRows, patience) = (false, usual) }
    let value: Value
    do {
      try runLater("BEGIN ISOLATION LEVEL READ COMMITTED", [])
      value = if let limit { try waiting(upTo: limit, body) } else { try body() }
      try settle()
      patience = usual
    } catch {
      discard()
      if !isBroken { _ = try? ending { try execute("ROLLBACK") } }
      throw error
    }
    try ending { try commit(name) }
    return value
  }

  func beginLongWork() throws {
    guard mayTakeLong else { throw PostgreSQLError.takesLong }
    (patience, deadline) = (PostgreSQLStore.longPatience, nil)
  }

  /// Runs `body` with this limit for each statement, and none for all of them.
  func waiting<Value>(upTo limit: Duration, _ body: () throws -> Value) rethrows -> Value {
    let usual = (patience, deadline)
    (patience, deadline) = (limit, nil)
    defer { (patience, deadline) = usual }
    return try body()
  }

  /// Runs the end of a transaction, which has some time whatever the statements before it took: a
  /// COMMIT that nobody waits for would have an unknown outcome.
  private func ending<Value>(_ body: () throws -> Value) rethrows -> Value {
    let usual = deadline
    deadline = deadline.map { max(commitDeadline ?? $0, .now + patience / 10) }
    defer { deadline = usual }
    return try body()
  }

  /// How long the server waits for a lock, so that it says why before nobody waits any more.
  static func lockWait(_ limit: Duration, within patience: Duration) -> Duration {
    min(limit, patience * 9 / 10)
  }

  /// Limits how long the server waits for a lock in the present transaction.
  func waitForLocks(upTo limit: Duration) throws {
    let limit = Self.lockWait(limit, within: patience)
    let milliseconds = max(1, Int(limit / .milliseconds(1)))
    try runLater("SET LOCAL lock_timeout = \(milliseconds)", [])
  }

  private func commit(_ name: String) throws {
    notices.warnings = []
    let command: String
    do {
      command = try execute("COMMIT").command
    } catch let error as PostgreSQLError where error.kind != .refused {
      throw Refusal.store(.outcomeUnknown(counter: nil, cause: error.cause(during: name)))
    }
    // A transaction that failed is rolled back without an error.
    guard command == "COMMIT" else {
      throw Refusal.store(.failed(cause: "\(name): the server answered COMMIT with \(command)"))
    }
    // Saved on the primary alone: a cancelled wait for the standby ends with success and a warning.
    if let warning = notices.warnings.first {
      throw Refusal.store(.outcomeUnknown(counter: nil, cause: "\(name): \(warning)"))
    }
  }

  /// Runs `body` so that its failure undoes only its own statements.
  func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
    try runLater("SAVEPOINT write", [])
    try settle()
    do {
      let value = try body()
      try runLater("RELEASE SAVEPOINT write", [])
      try settle()
      return value
    } catch {
      discard()
      if !isBroken { try execute("ROLLBACK TO SAVEPOINT write; RELEASE SAVEPOINT write") }
      throw error
    }
  }

  /// Runs `body`, whose changes of counts share what they know; they are saved at its end.
  func grouping<Value>(_ body: () throws -> Value) throws -> Value {
    let group = ChangeGroup()
    self.group = group
    defer { self.group = nil }
    let value = try body()
    try group.save(in: self)
    return value
  }
}
