internal import CSQLite
internal import Dispatch
public import Domain
internal import GRDB

/// Tally's store: accounts, sessions and counters in one SQLite file, which any number of processes
/// may use at once.
///
/// What it acknowledges has been committed and synced to the disk.
public final class SQLiteStore: Sendable {
  /// Where the store reads and writes, which waits for the disk and for other processes.
  public enum Threads: Sendable {
    /// In the thread of whoever calls: the fastest way for a program that does one thing and ends,
    /// because waking another thread takes longer than most of what is done.
    case callers
    /// In two threads of its own, one for reading and one for writing, so that neither a timer nor
    /// another task of the process waits with them. Each has a connection; what waits to be written is
    /// committed together, and answered after that.
    case dedicated
  }

  /// How many writes are committed together at most, so that nobody waits long for the first of them.
  public static let usualGroup = 200

  /// The connection that writes.
  let queue: DatabaseQueue
  /// The connection that reads; with the callers' threads it is the same.
  let reader: DatabaseQueue
  /// The writes that wait for the store's own thread.
  let waiting: WriteQueue
  /// Who listens for changes.
  let listeners = Listeners()
  let gate: Gate
  let clock: any Clock
  let threads: Threads
  private let reading = DispatchQueue(label: "tally.store.reading")
  private let writing = DispatchQueue(label: "tally.store.writing")

  /// Opens the store at `path`; makes it where nothing is there, and migrates an older one. A store
  /// that is up to date is opened without writing, also where there is no right to write.
  ///
  /// - Parameters:
  ///   - path: the file; its folder must exist.
  ///   - clock: what tells when something happens.
  ///   - threads: where the store is opened, reads and writes.
  ///   - largestGroup: how many writes (1 or more) are committed together at most in threads of its own.
  ///   - patience: how long a writer waits for its turn.
  /// - Throws: `Refusal.storeUnopenable`, `.storeCompanion`, `.storeForeign`, `.storeNewer`,
  ///   `.storeDamaged`, `.storeReadOnly`, `.storeBusy`, `.storeFailed`. A file that is refused is left
  ///   as it was.
  public init(
    path: String, clock: any Clock, threads: Threads = .dedicated, largestGroup: Int = usualGroup,
    patience: Duration = .seconds(10)
  ) async throws(Refusal) {
    let (queue, reader, gate) = try await threads.perform("open", on: writing) {
      try Self.open(path, readsApart: threads == .dedicated, patience: patience)
    }
    self.queue = queue
    self.reader = reader
    waiting = WriteQueue(to: writing, largestGroup: largestGroup)
    self.gate = gate
    self.clock = clock
    self.threads = threads
  }

  /// The rollback journal rather than a write-ahead log, and as durable as SQLite can be: see the
  /// page on promises in Tests/Faults.
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

extension SQLiteStore.Threads {
  /// Does what blocks: in `thread`, or at once where the callers' threads are used.
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

extension SQLiteStore {
  /// Reads in one transaction, which sees one state of the store.
  func read<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable (Database, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value {
    try await threads.perform(name, on: reading) { [reader, gate, clock] in
      try Self.read(behind: gate) {
        try reader.unsafeRead { database in
          try database.readOnly {
            // What was read stays so, however the transaction ends.
            defer { try? database.rollback() }
            try database.beginTransaction(.deferred)
            return try body(database, clock.now)
          }
        }
      }
    }
  }

  /// Does what SQLite does in no transaction but its own.
  func outsideTransactions<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(Refusal) -> Value {
    try await threads.perform(name, on: writing) { [queue, gate] in
      try queue.writeWithoutTransaction { database in
        try database.waiting(upTo: gate.patience) { try body(database) }
      }
    }
  }

  /// Writes in one transaction, which keeps nothing when `body` throws. In the store's own thread, other writes
  /// may share the transaction.
  ///
  /// A cancelled task is not heard, so that the outcome of a write is always known.
  func write<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable (Database, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value {
    switch threads {
    case .callers:
      try await threads.perform(name, on: writing) { [queue, gate, clock] in
        try Self.commit(name, in: queue, behind: gate) { try body($0, clock.now) }
      }
    case .dedicated: try await written(name, body).get()
    }
  }

  /// Every transaction that writes to an open store goes through here. Whoever waits for the gate does
  /// not keep the connection from those who read.
  static func commit<Value>(
    _ name: String, in queue: DatabaseQueue, behind gate: Gate, _ body: (Database) throws -> Value
  ) throws -> Value {
    try gate.hold {
      try queue.writeWithoutTransaction { database in
        try database.waiting(upTo: gate.patience) { try commit(name, in: database, body) }
      }
    }
  }

  /// Does `body` in a transaction. The gate must be held.
  static func commit<Value>(
    _ name: String, in database: Database, _ body: (Database) throws -> Value
  ) throws -> Value {
    // What is thrown is the reason for rolling back; SQLite is out of the transaction either way.
    defer { try? database.rollback() }
    // GRDB's own functions compile these statements each time.
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
    // The store itself is open; it is the journal beside it that cannot be made.
    let reason = SystemError(code: sqlite3_system_errno(database.sqliteConnection))
    let cause = "\(error.cause(during: name)): \(reason.text)"
    return reason.isReadOnly
      ? Refusal.storeReadOnly(cause: cause) : Refusal.storeFailed(cause: cause)
  }
}
