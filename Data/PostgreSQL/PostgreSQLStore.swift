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
  let writer: PostgreSQLLane
  private let readers: [PostgreSQLLane]
  let watcher: PostgreSQLWatcher
  /// How many reads each lane has to do.
  private let loads: Mutex<[Int]>
  /// The writes waiting for the store's thread.
  let waiting: WriteQueue<PostgreSQLConnection>
  /// Where writes wait for what others hold, while the store's thread goes on.
  let asides: PostgreSQLAsides

  /// The number of connections for reading, when the store has threads of its own.
  static let readerCount = 3
  /// The number of connections for writes that wait for others. They are made when they are needed.
  static let asideCount = 3
  /// The default number of writes in a group; it limits the wait of the first one.
  public static let usualGroup = 200
  /// How long the store's own writing thread waits for a lock. Longer waits are continued aside.
  static let briefLockWait: Duration = .milliseconds(250)
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
  /// - Throws: `Refusal.store(.database)`, `.store(.foreign)`, `.store(.newer)`, `.store(.busy)`, `.store(.failed)`,
  ///   `.input(.wrongUsage)` for an address with an invalid value, and `.store(.missing)` for an empty database.
  public init(
    at address: PostgreSQLAddress, clock: any Clock, makesStore: Bool,
    threads: StoreThreads = .dedicated, largestGroup: Int = usualGroup,
    patience: Duration = .seconds(10)
  ) async throws(Refusal) {
    // A command ends before it could meet two primaries.
    let timelines = threads == .dedicated ? PostgreSQLTimelines() : nil
    func lane(_ name: String, isOwn: Bool = true, lockWait: Duration? = nil) -> PostgreSQLLane {
      PostgreSQLLane(
        to: address, patience: patience, lockWait: lockWait,
        thread: isOwn ? DispatchQueue(label: "tally.store.\(name)") : nil,
        mayTakeLong: lockWait == nil, timelines: timelines)
    }
    let isDedicated = threads == .dedicated
    let writer = lane(
      "writing", isOwn: isDedicated, lockWait: isDedicated ? Self.briefLockWait : nil)
    self.writer = writer
    readers =
      threads == .dedicated ? (1...Self.readerCount).map { lane("reading.\($0)") } : [writer]
    watcher = PostgreSQLWatcher(lane("watching"))
    let announcements = PostgreSQLAnnouncements(every: Self.pollingInterval)
    loads = Mutex(Array(repeating: 0, count: readers.count))
    self.address = address
    self.clock = clock
    self.threads = threads
    self.patience = patience
    let asides = PostgreSQLAsides(
      in: (1...Self.asideCount).map { lane("aside.\($0)") }, patience: patience,
      announcements: announcements)
    self.asides = asides
    waiting = WriteQueue(take: Self.taking(largestGroup), whenOutcomeIsUnknown: nil) { next in
      writer.schedule {
        next { group in
          Self.commit(group, in: writer, patience: patience, aside: asides.append)
          announcements.send(through: writer)
          // Unlike SQLite, the server never shows what it may still lose as if it were saved, so an
          // unknown outcome does not end the queue.
          return nil
        }
      }
    }
    let opened = await withCheckedContinuation { continuation in
      writer.schedule {
        continuation.resume(
          returning: Result {
            func open() throws {
              try writer.once { try Self.prepare($0, at: address, makesStore: makesStore) }
            }
            do {
              try open()
            } catch let error as PostgreSQLError where error.kind == .lost {
              // The server let Tally in, and ended the connection. Another one may last.
              try open()
            }
          })
      }
    }
    do {
      try opened.get()
    } catch let error as PostgreSQLError where error.hasNoConnection {
      throw Refusal(connecting: error)
    } catch {
      throw Refusal(postgreSQL: error, during: "open")
    }
  }

  private static func prepare(
    _ database: PostgreSQLConnection, at address: PostgreSQLAddress, makesStore: Bool
  ) throws {
    if database.place.hasStore,
      try PostgreSQLSchema.version(of: database) == PostgreSQLSchema.version
    {
      return
    }
    let version = try PostgreSQLSchema.storedVersion(of: database)
    guard version != PostgreSQLSchema.version else { return }
    guard version != nil || makesStore else {
      throw Refusal.store(.missing(named: address.url))
    }
    do {
      try PostgreSQLSchema.migrate(database)
    } catch let error as PostgreSQLError where version != nil && error.state == "42501" {
      throw Refusal.store(
        .database(
          .outdated, cause: "an older Tally made it, and this role may not change its tables"))
    }
  }
}

extension PostgreSQLStore: SQLStore {
  func read<Value: Sendable>(
    _ name: String,
    _ body: @escaping @Sendable (PostgreSQLConnection, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value {
    let index = loads.withLock { $0.addToLeast() }
    defer { loads.withLock { $0[index] -= 1 } }
    return try await readers[index].perform(name) { [clock] connection in
      try connection.reading { try body(connection, clock.now) }
    }
  }

  func write<Value: Sendable>(
    _ name: String, _ extent: WriteExtent,
    _ body: @escaping @Sendable (PostgreSQLConnection, _ now: Timestamp) throws -> Value
  ) async throws(Refusal) -> Value {
    switch threads {
    case .callers:
      try await writer.perform(name) { [clock] connection in
        try connection.writing(name, upTo: extent == .histories ? Self.longPatience : nil) {
          try body(connection, clock.now)
        }
      }
    case .dedicated:
      try await waiting.written(
        name, extent, at: clock, refusal: { Refusal(postgreSQL: $0, during: name) }, body
      ).get()
    }
  }

  func tellVersion(beforeReads: Bool, to listener: @escaping @Sendable (Int64?) -> Void) {
    // Other connections read, so nothing is certainly older than what they read.
    if beforeReads { listener(nil) } else { watcher.tellVersion(to: listener) }
  }

  func awaitChange(upTo limit: Duration) async {
    _ = await watcher.awaitAnnouncement(upTo: limit)
  }
}

extension PostgreSQLStore: UserRepository, SessionRepository, CounterRepository, MemberRepository,
  InvitationRepository
{}
extension PostgreSQLStore: StoreIdentity, StoreWatch {}
