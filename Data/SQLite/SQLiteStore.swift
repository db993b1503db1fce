internal import CSQLite
public import Domain

/// Tally's store in one SQLite file, which any number of processes may use at once.
///
/// Everything it acknowledges has been committed and synced to the disk.
public final class SQLiteStore: Sendable {
  /// The threads in which the store waits. Of its own it has two, with a connection each: one for
  /// reading and one for writing.
  public typealias Threads = StoreThreads

  /// The default number of writes in a group; it limits the wait of the first one.
  public static let usualGroup = 200

  /// The file, without symbolic links.
  let path: String
  /// For writing.
  let writer: SQLiteLane
  /// For reading; the same one when the callers' threads are used.
  let reader: SQLiteLane
  /// The writes waiting for the store's thread.
  let waiting: WriteQueue<SQLiteConnection>
  /// The listeners for changes.
  let listeners = Listeners()
  let gate: Gate
  let clock: any Clock
  let threads: Threads

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
  /// - Throws: `Refusal.store(.misplaced)`, `.store(.unopenable)`, `.store(.closed)`,
  ///   `.store(.companion)`, `.store(.foreign)`, `.store(.newer)`, `.store(.damaged)`,
  ///   `.store(.readOnly)`, `.store(.busy)`, `.store(.failed)`. A refused file is left unchanged.
  public init(
    path: String, clock: any Clock, threads: Threads = .dedicated, largestGroup: Int = usualGroup,
    patience: Duration = .seconds(10),
    whenOutcomeIsUnknown: (@Sendable (Refusal) -> Void)? = nil
  ) async throws(Refusal) {
    let writer = SQLiteLane(thread: threads == .dedicated ? "tally.store.writing" : nil)
    let reader = threads == .dedicated ? SQLiteLane(thread: "tally.store.reading") : writer
    let (file, gate) = try await writer.perform("open") {
      try Self.open(path, writer: writer, reader: reader, patience: patience)
    }
    self.path = file
    self.writer = writer
    self.reader = reader
    waiting = WriteQueue(
      take: WriteQueue.first(largestGroup), whenOutcomeIsUnknown: whenOutcomeIsUnknown
    ) { next in
      writer.schedule { next { Self.commit($0, in: writer, through: gate) } }
    }
    self.gate = gate
    self.clock = clock
    self.threads = threads
  }

  /// Closes the connections. Every later operation is refused.
  func close() {
    writer.close()
    reader.close()
  }
}

extension SQLiteConnection {
  /// Connects to a store, with the rollback journal and SQLite's highest durability; the page in
  /// Tests/Faults explains why.
  convenience init(toStore path: String) throws {
    try self.init(path)
    guard tally_sqlite3_configure(connection, SQLITE_DBCONFIG_DEFENSIVE, 1) == SQLITE_OK else {
      throw Refusal.store(.failed(cause: "SQLite has no defensive mode"))
    }
    try execute(
      """
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      PRAGMA mmap_size = 0;
      PRAGMA synchronous = EXTRA;
      """)
    #if canImport(Darwin)
      try execute("PRAGMA fullfsync = 1")
    #endif
    let mode: String? = try value("PRAGMA journal_mode = TRUNCATE", [])
    guard mode == "truncate" else {
      throw Refusal.store(.failed(cause: "SQLite cannot change the journal mode \(mode ?? "")"))
    }
  }
}

extension SQLiteStore: SQLStore {
  func read<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable (SQLiteConnection, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value {
    try await reader.perform(name) { [reader, gate, clock] in
      try Self.read(through: gate) {
        try reader.once { database in
          try database.reading { try body(database, clock.now) }
        }
      }
    }
  }

  /// Changes with each commit of another connection. With dedicated threads, it also changes with the
  /// store's own writes.
  func tellVersion(beforeReads: Bool, to listener: @escaping @Sendable (Int64?) -> Void) {
    // The lane does one thing at a time, so this comes before any later read.
    reader.schedule { [reader] in
      listener(try? reader.once { try $0.value("PRAGMA data_version", []) })
    }
  }
}

extension SQLiteStore: UserRepository, SessionRepository, CounterRepository, MemberRepository,
  InvitationRepository
{}
extension SQLiteStore: StoreIdentity, StoreWatch {}

extension SQLiteStore {
  /// Runs statements that SQLite does not allow in a transaction.
  func outsideTransactions<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
  ) async throws(Refusal) -> Value {
    try await writer.perform(name) { [writer, gate] in
      try writer.once { database in
        try database.waiting(upTo: gate.patience) { try body(database) }
      }
    }
  }

  /// Writes in one transaction. In the store's own thread, other writes may share it.
  func write<Value: Sendable>(
    _ name: String, _ extent: WriteExtent,
    _ body: @escaping @Sendable (SQLiteConnection, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value {
    switch threads {
    case .callers:
      try await writer.perform(name) { [writer, gate, clock] in
        try Self.commit(name, in: writer, through: gate) { try body($0, clock.now) }
      }
    case .dedicated:
      try await waiting.written(
        name, extent, at: clock, refusal: { Refusal($0, during: name) }, body
      ).get()
    }
  }

  /// Commits a transaction. It waits for the gate before it uses the connection, so that those who
  /// read with it are not blocked.
  static func commit<Value: Sendable>(
    _ name: String, in lane: SQLiteLane, through gate: Gate,
    _ body: @Sendable (SQLiteConnection) throws -> Value
  ) throws -> Value {
    try gate.hold {
      try lane.once { database in
        try database.waiting(upTo: gate.patience) {
          try database.writing(name) { try body(database) }
        }
      }
    }
  }
}
