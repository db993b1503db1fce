internal import Domain
internal import Foundation

/// A connection to a PostgreSQL server, which is dropped when a wait reaches its deadline.
final class PostgreSQLConnection {
  let library: Libpq
  let connection: Libpq.Pointer
  private let warnings = Warnings()
  /// The names of the prepared statements; empty for those that ran once.
  private var names: [Statement: String] = [:]
  private var preparations = 0
  private var cursors = 0

  /// How long the server may take for a statement.
  private var patience: Duration
  /// Whether the present transaction writes.
  private(set) var locksRows = false
  private(set) var changedRows = 0
  /// Whether it listens for notifications; `nil` before it was tried.
  var isListening: Bool?
  /// Whether the connection can be used no more.
  private(set) var isBroken = false

  /// A statement as the store wrote it, with the types of its parameters.
  private struct Statement: Hashable {
    let sql: String
    let types: [UInt32]
  }

  /// The warnings since a transaction's COMMIT was sent.
  private final class Warnings {
    var texts: [String] = []
  }

  /// Connects to a server that accepts writes, one after the other of those in the address.
  ///
  /// - Throws: `PostgreSQLError`, and `Refusal.database` without libpq or for a server that is too old.
  init(_ address: PostgreSQLAddress, patience: Duration) throws {
    let library = try Libpq.loaded.get()
    self.library = library
    self.patience = patience
    let found = address.withOptions { library.connect($0, $1, 1) }
    guard let found else {
      throw PostgreSQLError(kind: .lost, state: "", message: "not enough memory to connect")
    }
    connection = found
    if library.status(found) == LibpqCode.connectionBad { library.askForStates(found) }
    guard library.status(connection) != LibpqCode.connectionBad,
      library.setNonblocking(connection, 1) == 0
    else { throw PostgreSQLError(connecting: library.text(connection)) }
    guard library.serverVersion(connection) >= Self.oldestVersion else {
      let version = library.serverVersion(connection) / 10_000
      throw Refusal.database(
        .tooOld, cause: "its server is PostgreSQL \(version), and Tally needs 14 or later")
    }
    receiveWarnings()
    // The server ends what waits for others for too long, or whose program hangs.
    let limit = Int(patience / .milliseconds(1))
    try execute(
      "SET lock_timeout = \(max(1, limit * 9 / 10)); "
        + "SET idle_in_transaction_session_timeout = \(max(1_000, limit * 2))")
  }

  deinit { library.finish(connection) }

  private static let oldestVersion: Int32 = 140_000

  private func receiveWarnings() {
    _ = library.setNoticeReceiver(
      connection,
      { warnings, notice in
        guard let warnings, let library = try? Libpq.loaded.get() else { return }
        func field(_ code: Int32) -> String {
          library.resultErrorField(notice, code).map { String(cString: $0) } ?? ""
        }
        guard field(LibpqCode.severity) == "WARNING" else { return }
        Unmanaged<Warnings>.fromOpaque(warnings).takeUnretainedValue().texts
          .append(field(LibpqCode.message))
      }, Unmanaged.passUnretained(warnings).toOpaque())
  }
}

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
  /// - Throws: `Refusal.outcomeUnknown` when the server may have saved it, or did not make sure that
  ///   a standby has it too. All other errors mean that nothing was changed.
  func writing<Value>(
    _ name: String, upTo limit: Duration? = nil, _ body: () throws -> Value
  ) throws -> Value {
    locksRows = true
    defer { locksRows = false }
    try execute("BEGIN ISOLATION LEVEL READ COMMITTED")
    let value: Value
    do {
      value = try waiting(upTo: limit ?? patience, body)
    } catch {
      if !isBroken { _ = try? execute("ROLLBACK") }
      throw error
    }
    try commit(name)
    return value
  }

  /// Runs `body` with this limit for each statement.
  func waiting<Value>(upTo limit: Duration, _ body: () throws -> Value) rethrows -> Value {
    let usual = patience
    patience = limit
    defer { patience = usual }
    return try body()
  }

  private func commit(_ name: String) throws {
    warnings.texts = []
    let command: String
    do {
      command = try execute("COMMIT").command
    } catch let error as PostgreSQLError where error.kind != .refused {
      throw Refusal.outcomeUnknown(counter: nil, cause: error.cause(during: name))
    }
    // A transaction that failed is rolled back without an error.
    guard command == "COMMIT" else {
      throw Refusal.storeFailed(cause: "\(name): the server answered COMMIT with \(command)")
    }
    // Saved on the primary alone: a cancelled wait for the standby ends with success and a warning.
    if let warning = warnings.texts.first {
      throw Refusal.outcomeUnknown(counter: nil, cause: "\(name): \(warning)")
    }
  }

  /// Runs `body` so that its failure undoes only its own statements.
  func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
    try execute("SAVEPOINT member")
    do {
      let value = try body()
      try execute("RELEASE SAVEPOINT member")
      return value
    } catch {
      if !isBroken { try execute("ROLLBACK TO SAVEPOINT member; RELEASE SAVEPOINT member") }
      throw error
    }
  }

  /// Runs statements without parameters; returns the last one's result.
  @discardableResult
  func execute(_ sql: String) throws -> PostgreSQLResult {
    try send { library.sendQuery(connection, sql) }
  }

  /// Runs a statement. It is prepared when it runs for the second time: a command that ends soon
  /// would only wait for the server once more.
  func execute(_ sql: String, _ parameters: [any SQLConvertible]) throws -> PostgreSQLResult {
    let parameters = PostgreSQLParameters(parameters)
    let statement = Statement(sql: sql, types: parameters.types)
    let result: PostgreSQLResult
    if let name = names[statement] {
      let name = name.isEmpty ? try prepare(statement) : name
      result = try send {
        parameters.withPointers { count, values, lengths, formats in
          library.sendQueryPrepared(
            connection, name, count, values, lengths, formats, LibpqCode.binary)
        }
      }
    } else {
      result = try send(sql, parameters)
      names[statement] = ""
    }
    changedRows = result.changedRows
    return result
  }

  private func prepare(_ statement: Statement) throws -> String {
    let name = "tally_\(preparations)"
    preparations += 1
    let sql = PostgreSQLDialect.translated(statement.sql)
    _ = try send {
      library.sendPrepare(connection, name, sql, Int32(statement.types.count), statement.types)
    }
    names[statement] = name
    return name
  }

  private func send(_ sql: String, _ parameters: PostgreSQLParameters) throws -> PostgreSQLResult {
    let sql = PostgreSQLDialect.translated(sql)
    return try send {
      parameters.withPointers { count, values, lengths, formats in
        library.sendQueryParams(
          connection, sql, count, parameters.types, values, lengths, formats, LibpqCode.binary)
      }
    }
  }

  /// Reads the rows of a query in portions, so that a long history needs neither memory nor time
  /// when only its beginning is wanted.
  func scanPortions(
    _ sql: String, _ parameters: [any SQLConvertible],
    _ body: (PostgreSQLResult) throws -> Bool
  ) throws {
    cursors += 1
    let cursor = "tally_cursor_\(cursors)"
    _ = try send(
      "DECLARE \(cursor) BINARY NO SCROLL CURSOR FOR \(sql)", PostgreSQLParameters(parameters))
    var length = Self.firstPortion
    while true {
      let rows = try execute("FETCH \(length) FROM \(cursor)")
      guard rows.count > 0, try body(rows), rows.count == length else { break }
      length = Self.laterPortion
    }
    try execute("CLOSE \(cursor)")
  }

  private static let firstPortion = 64
  private static let laterPortion = 4_096
}

extension PostgreSQLConnection {
  /// Sends a statement and waits for its last result.
  private func send(_ statement: () -> Int32) throws -> PostgreSQLResult {
    guard !isBroken, statement() == 1 else { throw lost() }
    let deadline = ContinuousClock.now + patience
    var last: PostgreSQLResult?
    var failure: PostgreSQLError?
    do {
      while let result = try nextResult(until: deadline) {
        failure = failure ?? result.error
        last = result
      }
    } catch let error as PostgreSQLError where failure != nil && error.kind == .lost {
      // The server said why it ended the connection.
    }
    if let failure {
      if failure.kind == .lost || library.status(connection) == LibpqCode.connectionBad {
        isBroken = true
      }
      throw isBroken
        ? PostgreSQLError(kind: .lost, state: failure.state, message: failure.message) : failure
    }
    guard let last else { throw lost() }
    return last
  }

  private func nextResult(until deadline: ContinuousClock.Instant) throws -> PostgreSQLResult? {
    while true {
      let flushed = library.flush(connection)
      guard flushed >= 0 else { throw lost() }
      if flushed == 0, library.isBusy(connection) == 0 { break }
      try wait(forRoom: flushed > 0, until: deadline)
      guard library.consumeInput(connection) == 1 else { throw lost() }
    }
    return library.getResult(connection).map { PostgreSQLResult($0, of: library) }
  }

  /// Waits until the server sends something, or takes something more.
  private func wait(forRoom: Bool, until deadline: ContinuousClock.Instant) throws {
    guard try !isReady(forRoom: forRoom, until: deadline) else { return }
    // What it may still answer would be taken for the answer of another statement.
    isBroken = true
    throw PostgreSQLError(
      kind: .late, state: "", message: "the server did not answer within \(patience)")
  }

  /// Whether the server sends something, or takes something more, before the deadline.
  func isReady(forRoom: Bool, until deadline: ContinuousClock.Instant) throws -> Bool {
    while true {
      var descriptor = pollfd(
        fd: library.socket(connection), events: Int16(POLLIN | (forRoom ? POLLOUT : 0)),
        revents: 0)
      let left = deadline - ContinuousClock.now
      let limit = max(0, min(left / .milliseconds(1), 1_000_000))
      let code = poll(&descriptor, 1, Int32(limit.rounded(.up)))
      if code > 0 { return true }
      if code == 0, left <= .zero { return false }
      if code < 0, errno != EINTR { throw lost() }
    }
  }

  /// The error of a lost connection.
  func lost() -> PostgreSQLError {
    isBroken = true
    let message = ConnectionMessage(library.text(connection)).text
    return PostgreSQLError(
      kind: .lost, state: "", message: message.isEmpty ? "the connection was lost" : message)
  }
}
