internal import CSQLite
internal import Dispatch
public import Domain
internal import GRDB

/// Tally's store in one SQLite file, which any number of processes may use at once.
///
/// Everything it acknowledges has been committed and synced to the disk.
public final class SQLiteStore: Sendable {
  /// The threads in which the store waits. Of its own it has two, with a connection each: one for
  /// reading and one for writing.
  public typealias Threads = StoreThreads

  /// The default number of writes in a group; it limits the wait of the first one.
  public static let usualGroup = 200

  /// The writing connection.
  let queue: DatabaseQueue
  /// The reading connection; the same one when the callers' threads are used.
  let reader: DatabaseQueue
  /// The writes waiting for the store's thread.
  let waiting: WriteQueue<Database>
  /// The listeners for changes.
  let listeners = Listeners()
  let gate: Gate
  let clock: any Clock
  let threads: Threads
  private let reading = DispatchQueue(label: "tally.store.reading")
  private let writing = DispatchQueue(label: "tally.store.writing")

  /// Opens the store at `path`, creates it if missing, and migrates an older one. An up-to-date
  /// store is opened without writing, so it may be read-only.
  ///
  /// - Parameters:
  ///   - path: the file; its folder must exist.
  ///   - clock: the time of changes.
  ///   - threads: the threads for opening, reading and writing.
  ///   - largestGroup: how many writes (1 or more) are committed together at most by the store's
  ///     thread.
  ///   - patience: how long a writer waits for the gate.
  ///   - whenOutcomeIsUnknown: called once, when it is not known whether writes of the store's own
  ///     thread were saved. All later writes get the same refusal. A process that serves many
  ///     people must then end, because reads may show what is not on the disk.
  /// - Throws: `Refusal.storeUnopenable`, `.storeClosed`, `.storeCompanion`, `.storeForeign`,
  ///   `.storeNewer`, `.storeDamaged`, `.storeReadOnly`, `.storeBusy`, `.storeFailed`. A refused file is left
  ///   unchanged.
  public init(
    path: String, clock: any Clock, threads: Threads = .dedicated, largestGroup: Int = usualGroup,
    patience: Duration = .seconds(10),
    whenOutcomeIsUnknown: (@Sendable (Refusal) -> Void)? = nil
  ) async throws(Refusal) {
    let (queue, reader, gate) = try await threads.perform("open", on: writing) {
      try Self.open(path, readsApart: threads == .dedicated, patience: patience)
    }
    self.queue = queue
    self.reader = reader
    waiting = WriteQueue(
      take: WriteQueue.first(largestGroup), whenOutcomeIsUnknown: whenOutcomeIsUnknown
    ) { next in
      queue.asyncWriteWithoutTransaction { database in
        next { Self.commit($0, in: database, through: gate) }
      }
    }
    self.gate = gate
    self.clock = clock
    self.threads = threads
  }

  /// Uses the rollback journal with SQLite's highest durability; the page in Tests/Faults explains
  /// why.
  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "Tally"
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(briefWait / .seconds(1))
    configuration.prepareDatabase { database in
      guard tally_sqlite3_set_defensive(database.sqliteConnection) == SQLITE_OK else {
        throw Refusal.storeFailed(cause: "SQLite has no defensive mode")
      }
      try database.execute(
        sql: """
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON;
          PRAGMA mmap_size = 0;
          PRAGMA synchronous = EXTRA;
          """)
      #if canImport(Darwin)
        try database.execute(sql: "PRAGMA fullfsync = 1")
      #endif
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = TRUNCATE")
      guard mode == "truncate" else {
        throw Refusal.storeFailed(cause: "SQLite cannot change the journal mode \(mode ?? "")")
      }
    }
    return configuration
  }
}

extension StoreThreads {
  /// Runs blocking work in `thread`, or at once with the callers' threads.
  func perform<Value: Sendable>(
    _ name: String, on thread: DispatchQueue, _ work: @escaping @Sendable () throws -> Value
  ) async throws(Refusal) -> Value {
    let result: Result<Value, Refusal>
    switch self {
    case .callers: result = Self.result(of: name, work)
    case .dedicated:
      result = await withCheckedContinuation { continuation in
        thread.async { continuation.resume(returning: Self.result(of: name, work)) }
      }
    }
    return try result.get()
  }

  private static func result<Value>(of name: String, _ work: () throws -> Value)
    -> Result<Value, Refusal>
  {
    do {
      return .success(try work())
    } catch {
      return .failure(Refusal(error, during: name))
    }
  }
}

extension SQLiteStore: SQLStore {
  func read<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable (Database, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value {
    try await threads.perform(name, on: reading) { [reader, gate, clock] in
      try Self.read(through: gate) {
        try reader.unsafeRead { database in
          try database.readOnly {
            // The read values stay valid however the transaction ends.
            defer { try? database.rollback() }
            try database.beginTransaction(.deferred)
            return try body(database, clock.now)
          }
        }
      }
    }
  }

  /// Changes with each commit of another connection. With dedicated threads, it also changes with the
  /// store's own writes.
  func tellVersion(beforeReads: Bool, to listener: @escaping @Sendable (Int64?) -> Void) {
    // The connection does one thing at a time, so this comes before any later read.
    reader.asyncWriteWithoutTransaction { database in
      listener(try? Int64.fetchOne(database, sql: "PRAGMA data_version"))
    }
  }
}

extension SQLiteStore: UserRepository, SessionRepository, CounterRepository, MemberRepository {}
extension SQLiteStore: StoreIdentity, StoreWatch {}

extension SQLiteStore {
  /// Runs statements that SQLite does not allow in a transaction.
  func outsideTransactions<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(Refusal) -> Value {
    try await threads.perform(name, on: writing) { [queue, gate] in
      try queue.writeWithoutTransaction { database in
        try database.waiting(upTo: gate.patience) { try body(database) }
      }
    }
  }

  /// Writes in one transaction. In the store's own thread, other writes may share it.
  func write<Value: Sendable>(
    _ name: String, _ extent: WriteExtent,
    _ body: @escaping @Sendable (Database, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value {
    switch threads {
    case .callers:
      try await threads.perform(name, on: writing) { [queue, gate, clock] in
        try Self.commit(name, in: queue, through: gate) { try body($0, clock.now) }
      }
    case .dedicated:
      try await waiting.written(
        name, extent, at: clock, refusal: { Refusal($0, during: name) }, body
      ).get()
    }
  }

  /// Commits on a connection that may also be read from: waits for the gate before it uses the connection, so
  /// that readers are not blocked.
  static func commit<Value>(
    _ name: String, in queue: DatabaseQueue, through gate: Gate, _ body: (Database) throws -> Value
  ) throws -> Value {
    try gate.hold {
      try queue.writeWithoutTransaction { database in
        try database.waiting(upTo: gate.patience) { try commit(name, in: database, body) }
      }
    }
  }

  /// Runs `body` in a transaction. The gate must be held.
  static func commit<Value>(
    _ name: String, in database: Database, _ body: (Database) throws -> Value
  ) throws -> Value {
    // The thrown error is the one to report; SQLite leaves the transaction either way.
    defer { try? database.rollback() }
    // GRDB's own functions would compile these statements each time.
    try database.run("BEGIN IMMEDIATE", [])
    let value: Value
    do {
      value = try body(database)
    } catch {
      throw reason(for: error, during: name, in: database)
    }
    do {
      try database.run("COMMIT", [])
    } catch let error as DatabaseError where error.resultCode != .SQLITE_BUSY {
      throw Refusal.outcomeUnknown(counter: nil, cause: error.cause(during: name))
    }
    return value
  }

  static func reason(
    for error: any Error, during name: String, in database: Database
  ) -> any Error {
    guard let error = error as? DatabaseError, error.resultCode == .SQLITE_CANTOPEN else {
      return error
    }
    // The store is open, but its journal cannot be created.
    let reason = SystemError(code: sqlite3_system_errno(database.sqliteConnection))
    let cause = "its journal cannot be created: \(reason.text)"
    return reason.isReadOnly
      ? Refusal.storeReadOnly(cause: cause) : Refusal.storeFailed(cause: cause)
  }
}
