internal import Domain
internal import Platform

/// A connection to a PostgreSQL server, which is dropped when a wait reaches its deadline.
final class PostgreSQLConnection {
  let library: Libpq
  let connection: Libpq.Pointer
  let notices: ServerNotices
  /// The names of the prepared statements; empty for those that ran once.
  private var names: [Statement: String] = [:]
  private var preparations = 0
  private var cursors = 0
  /// Statements that are sent together with the next one.
  private var unsent: [Request] = []
  /// What the present transaction knows, if it is one of several changes.
  var group: ChangeGroup?

  /// How long the server may take for a statement.
  var patience: Duration
  /// Until when the present operation may wait for the server; `nil` without such a limit.
  var deadline: ContinuousClock.Instant?
  /// Until when its COMMIT may take, if that is longer.
  var commitDeadline: ContinuousClock.Instant?
  /// How long the server waits for a lock.
  let lockWait: Duration
  /// What was found about the database.
  private(set) var place = DatabasePlace()
  /// The timeline of its server, if a lane asked for it.
  var timeline: PostgreSQLTimeline?
  /// Whether the present transaction writes.
  var locksRows = false
  /// Whether a write may take long here, because no others wait for it.
  let mayTakeLong: Bool
  private(set) var changedRows = 0
  /// How many statements were run that may have changed something.
  var writes = 0
  /// Whether it listens for notifications; `nil` before it was tried.
  var isListening: Bool?
  /// Whether the connection can be used no more.
  private(set) var isBroken = false

  /// A statement as the store wrote it, with the types of its parameters.
  private struct Statement: Hashable {
    let sql: String
    let types: [UInt32]
  }

  /// Connects to a server that accepts writes, one after the other of those in the address.
  ///
  /// - Parameters:
  ///   - address: the database.
  ///   - patience: how long the server may take for a statement.
  ///   - lockWait: how long the server waits for a lock; most of the patience if `nil`.
  ///   - mayTakeLong: whether a write may take long, because no others wait for it.
  /// - Throws: `PostgreSQLError`, and `Refusal.store(.database)` without libpq, for a server that is too old,
  ///   and for a schema that cannot be used.
  init(
    _ address: PostgreSQLAddress, patience: Duration, lockWait: Duration? = nil,
    mayTakeLong: Bool = true
  ) throws {
    let library = try Libpq.loaded.get()
    let notices = ServerNotices()
    self.library = library
    self.notices = notices
    self.patience = patience
    self.mayTakeLong = mayTakeLong
    self.lockWait = Self.lockWait(lockWait ?? patience, within: patience)
    guard let found = library.connect(to: address, telling: notices) else {
      throw PostgreSQLError(kind: .lost, state: "", message: "not enough memory to connect")
    }
    connection = found
    guard library.status(connection) != LibpqCode.connectionBad,
      library.setNonblocking(connection, 1) == 0
    else { throw PostgreSQLError(connecting: library.text(connection)) }
    guard library.serverVersion(connection) >= Self.oldestVersion else {
      let version = library.serverVersion(connection) / 10_000
      throw Refusal.store(
        .database(
          .tooOld, cause: "its server is PostgreSQL \(version), and Tally needs 14 or later"))
    }
    place = try DatabasePlace(settling: self)
  }

  deinit { library.finish(connection) }

  private static let oldestVersion: Int32 = 140_000
}

extension PostgreSQLConnection {
  /// Runs statements without parameters; returns the last one's result.
  @discardableResult
  func execute(_ sql: String) throws -> PostgreSQLResult {
    try settle()
    return try send { library.sendQuery(connection, sql) }
  }

  /// Runs a statement. It is prepared when it runs for the second time: a command that ends soon
  /// would only wait for the server once more.
  func execute(_ sql: String, _ parameters: [any SQLConvertible]) throws -> PostgreSQLResult {
    let result = try send(try request(sql, parameters))
    changedRows = result.changedRows
    return result
  }

  /// Runs a statement together with the next one, so that both wait for the server only once.
  func runLater(_ sql: String, _ parameters: [any SQLConvertible]) throws {
    writes += 1
    unsent.append(try request(sql, parameters))
    if unsent.count == Self.mostUnsent { try settle() }
  }

  /// Runs the statements that are not sent yet.
  func settle() throws {
    guard let last = unsent.popLast() else { return }
    _ = try send(last)
  }

  /// Forgets the statements that are not sent yet.
  func discard() { unsent = [] }

  private func request(_ sql: String, _ parameters: [any SQLConvertible]) throws -> Request {
    let parameters = PostgreSQLParameters(parameters)
    let statement = Statement(sql: sql, types: parameters.types)
    let name = try names[statement].map { $0.isEmpty ? try prepare(statement) : $0 }
    if name == nil { names[statement] = "" }
    return Request(
      name: name, sql: name == nil ? Self.translated(sql) : "", parameters: parameters)
  }

  private func prepare(_ statement: Statement) throws -> String {
    let name = "tally_\(preparations)"
    preparations += 1
    let sql = Self.translated(statement.sql)
    _ = try send {
      library.sendPrepare(connection, name, sql, Int32(statement.types.count), statement.types)
    }
    names[statement] = name
    return name
  }

  /// Limits the memory for them, and how long the server takes for all.
  private static let mostUnsent = 256

  /// Reads the rows of a query in portions, so that a long history needs neither memory nor time
  /// when only its beginning is wanted.
  func scanPortions(
    _ sql: String, _ parameters: [any SQLConvertible],
    _ body: (PostgreSQLResult) throws -> Bool
  ) throws {
    cursors += 1
    let cursor = "tally_cursor_\(cursors)"
    let declaration = "DECLARE \(cursor) BINARY NO SCROLL CURSOR FOR \(sql)"
    _ = try send(
      Request(
        name: nil, sql: Self.translated(declaration),
        parameters: PostgreSQLParameters(parameters)))
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
  /// A statement with its parameters.
  private struct Request {
    /// The name of the prepared statement.
    let name: String?
    /// The text of one that is not prepared.
    let sql: String
    let parameters: PostgreSQLParameters
  }

  /// Sends a statement after those that wait, and waits for its result.
  private func send(_ request: Request) throws -> PostgreSQLResult {
    guard !unsent.isEmpty else { return try send { put(request) } }
    let requests = unsent + [request]
    unsent = []
    let result = try send(inPipeline: true) {
      guard library.enterPipelineMode(connection) == 1,
        requests.allSatisfy({ put($0) == 1 })
      else { return 0 }
      return library.pipelineSync(connection)
    }
    return result
  }

  private func put(_ request: Request) -> Int32 {
    request.parameters.withPointers { count, values, lengths, formats in
      guard let name = request.name else {
        return library.sendQueryParams(
          connection, request.sql, count, request.parameters.types, values, lengths, formats,
          LibpqCode.binary)
      }
      return library.sendQueryPrepared(
        connection, name, count, values, lengths, formats, LibpqCode.binary)
    }
  }

  /// Sends a statement and waits for its last result; or some in a pipeline, of which those after a
  /// refused one are not run.
  private func send(inPipeline: Bool = false, _ statements: () -> Int32) throws -> PostgreSQLResult
  {
    guard !isBroken, statements() == 1 else { throw lost() }
    let limit = ContinuousClock.now + patience
    let deadline = min(limit, deadline ?? limit)
    var last: PostgreSQLResult?
    var failure: PostgreSQLError?
    do {
      while let result = try nextResult(until: deadline, inPipeline: inPipeline) {
        failure = failure ?? result.error
        last = result
      }
    } catch let error as PostgreSQLError where failure != nil && error.kind == .lost {
      // The server said why it ended the connection.
    }
    if inPipeline, !isBroken, library.exitPipelineMode(connection) != 1 { isBroken = true }
    if let failure {
      if failure.kind == .lost || library.status(connection) == LibpqCode.connectionBad {
        isBroken = true
      }
      throw isBroken
        ? PostgreSQLError(kind: .lost, state: failure.state, message: failure.message) : failure
    }
    guard let last, !isBroken else { throw lost() }
    return last
  }

  /// The next result; `nil` after the last one.
  private func nextResult(until deadline: ContinuousClock.Instant, inPipeline: Bool) throws
    -> PostgreSQLResult?
  {
    guard inPipeline else { return try nextResult(until: deadline) }
    // Without a result between two statements, and at the end of the connection.
    while library.status(connection) != LibpqCode.connectionBad {
      guard let result = try nextResult(until: deadline) else { continue }
      return result.endsPipeline ? nil : result
    }
    return nil
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
    do {
      return try library.isReady(
        connection, for: Int16(POLLIN | (forRoom ? POLLOUT : 0)), until: deadline)
    } catch {
      throw lost()
    }
  }

  /// The error of a lost connection.
  func lost() -> PostgreSQLError {
    isBroken = true
    if let end = notices.end {
      return PostgreSQLError(kind: .lost, state: end.state, message: end.message)
    }
    let message = Libpq.reading(library.text(connection)).text
    let isSilent = message.isEmpty || message.hasPrefix("server closed the connection")
    return PostgreSQLError(
      kind: .lost, state: "", message: isSilent ? "the server ended the connection" : message)
  }
}
