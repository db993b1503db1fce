internal import Dispatch
public import Domain
internal import Synchronization

/// Tally's store in a PostgreSQL database, which any number of machines may use at once.
///
/// Everything it acknowledges has been committed, as durably as the server is set up for.
public final class PostgreSQLStore: Sendable {
  let address: PostgreSQLAddress
  let clock: any Clock
  let threads: StoreThreads
  let patience: Duration
  let listeners = Listeners()
  /// The writing lane; the callers' threads read with it too.
  private let writer: PostgreSQLLane
  private let readers: [PostgreSQLLane]
  private let watcher: PostgreSQLLane
  /// How many reads each lane has to do.
  private let loads: Mutex<[Int]>
  /// The writes waiting for the store's thread.
  let waiting: WriteQueue<PostgreSQLConnection>

  /// The number of connections for reading, when the store has threads of its own.
  static let readerCount = 3
  /// The default number of writes in a group; it limits the wait of the first one.
  public static let usualGroup = 200
  /// How long a statement may take that reads or changes whole histories.
  static let longPatience: Duration = .seconds(600)

  /// Opens the store, and migrates an older one.
  ///
  /// - Parameters:
  ///   - address: the database.
  ///   - clock: the time of changes.
  ///   - makesStore: whether to create the tables in an empty database.
  ///   - threads: the threads for opening, reading and writing.
  ///   - largestGroup: how many changes (1 or more) are committed together at most by the store's
  ///     thread.
  ///   - patience: how long the server may take for a statement, and how long an operation is
  ///     repeated while the server is away.
  /// - Throws: `Refusal.storeUnopenable`, `.storeForeign`, `.storeNewer`, `.storeDamaged`,
  ///   `.storeBusy`, `.storeFailed`, and `.noStore` for an empty database.
  public init(
    at address: PostgreSQLAddress, clock: any Clock, makesStore: Bool,
    threads: StoreThreads = .dedicated, largestGroup: Int = usualGroup,
    patience: Duration = .seconds(10)
  ) async throws(Refusal) {
    func lane(_ name: String, isOwn: Bool = true) -> PostgreSQLLane {
      PostgreSQLLane(
        to: address, patience: patience,
        thread: isOwn ? DispatchQueue(label: "tally.store.\(name)") : nil)
    }
    let writer = lane("writing", isOwn: threads == .dedicated)
    self.writer = writer
    readers =
      threads == .dedicated ? (1...Self.readerCount).map { lane("reading.\($0)") } : [writer]
    watcher = lane("watching")
    loads = Mutex(Array(repeating: 0, count: readers.count))
    self.address = address
    self.clock = clock
    self.threads = threads
    self.patience = patience
    waiting = WriteQueue(take: Self.taking(largestGroup), whenOutcomeIsUnknown: nil) { next in
      writer.schedule { next { Self.commit($0, in: writer) } }
    }
    let opened = await withCheckedContinuation { continuation in
      writer.schedule {
        continuation.resume(
          returning: Result {
            try writer.beginning { try Self.prepare($0, at: address, makesStore: makesStore) }
          })
      }
    }
    do {
      try opened.get()
    } catch let error as PostgreSQLError where error.kind == .lost {
      throw error.isAbsence
        ? .storeUnopenable(cause: error.message) : .storeBusy(cause: error.message)
    } catch {
      throw Refusal(postgreSQL: error, during: "open")
    }
  }

  private static func prepare(
    _ database: PostgreSQLConnection, at address: PostgreSQLAddress, makesStore: Bool
  ) throws {
    switch try PostgreSQLSchema.state(of: database) {
    case .store(PostgreSQLSchema.version): return
    case .empty where !makesStore: throw Refusal.noStore(named: address.url)
    case .empty, .store: try PostgreSQLSchema.migrate(database)
    }
  }
}

extension PostgreSQLStore: SQLStore {
  func read<Value: Sendable>(
    _ name: String,
    _ body: @escaping @Sendable (PostgreSQLConnection, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value {
    let index = loads.withLock { loads in
      let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[index] += 1
      return index
    }
    defer { loads.withLock { $0[index] -= 1 } }
    return try await readers[index].perform(name) { [clock] connection in
      try connection.reading { try body(connection, clock.now) }
    }
  }

  func write<Value: Sendable>(
    _ name: String, on counter: Counter.ID?,
    _ body: @escaping @Sendable (PostgreSQLConnection, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value {
    switch threads {
    case .callers:
      try await writer.perform(name) { [clock] connection in
        try connection.writing(name, upTo: counter == nil ? Self.longPatience : nil) {
          try body(connection, clock.now)
        }
      }
    case .dedicated:
      try await waiting.written(
        name, on: counter, at: clock, refusal: { Refusal(postgreSQL: $0, during: name) }, body
      ).get()
    }
  }

  /// The number changes with every transaction that writes, anywhere on the server. Asking costs
  /// less than a notification in each transaction, which would let only one commit at a time.
  func tellVersion(beforeReads: Bool, to listener: @escaping @Sendable (Int64?) -> Void) {
    // Other connections read, so nothing is certainly older than what they read.
    if beforeReads { return listener(nil) }
    watcher.schedule { [watcher] in
      let version: Int64?? = try? watcher.repeating {
        try $0.value("SELECT hashtextextended(pg_current_snapshot()::text, 0)", [])
      }
      listener(version ?? nil)
    }
  }
}

extension PostgreSQLStore: UserRepository, SessionRepository, CounterRepository, MemberRepository {}
extension PostgreSQLStore: StoreWatch {}

extension PostgreSQLError {
  /// Whether a new connection failed because nothing can be connected to, and not because too many
  /// are connected or the server is starting.
  fileprivate var isAbsence: Bool {
    !["too many clients", "too many connections", "remaining connection slots", "starting up"]
      .contains { message.contains($0) }
  }
}
