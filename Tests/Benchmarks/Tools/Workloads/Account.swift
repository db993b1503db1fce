public import Data
public import Domain

/// An account with a session and its first counter.
public struct Account: Sendable {
  /// The store.
  public let store: any Store
  /// The use cases over the store.
  public let useCases: UseCases
  /// The calendar of local days.
  public let calendar: any LocalCalendar
  /// The account's session.
  public let session: Session
  /// Its counter, `main`.
  public let counter: Counter

  /// Creates the account in a new store, which commits at most `largestGroup` writes together in
  /// its own threads. The store is a file, or an empty PostgreSQL database.
  public init(
    inNewStoreAt name: String, threads: StoreThreads = .callers,
    largestGroup: Int = SQLiteStore.usualGroup
  ) async throws {
    let store = try await makeStore(name, threads: threads, largestGroup: largestGroup)
    let user = NewUser(username: try Username("ada"), passwordHash: Argon2idHasher().decoy)
    let new = try await store.signUp(
      user, firstCounter: try CounterName("main", in: UnicodeNormalizer()), on: Self.device)
    try await self.init(session: new.session, in: store)
  }

  /// Logs in to the account in a store that has it.
  public init(
    inStoreAt name: String, threads: StoreThreads, largestGroup: Int = SQLiteStore.usualGroup
  ) async throws {
    let store = try await makeStore(name, threads: threads, largestGroup: largestGroup)
    guard let credentials = try await store.countAttempt(at: "ada", from: nil) else {
      throw Refusal.credentialsWrong
    }
    let new = try await store.beginSession(with: credentials, newHash: nil, on: Self.device)
    try await self.init(session: new.session, in: store)
  }

  private init(session: Session, in store: any Store) async throws {
    self.store = store
    self.session = session
    calendar = SystemCalendar()
    useCases = UseCases(
      store: store, hasher: Argon2idHasher(), normalizer: UnicodeNormalizer(), calendar: calendar,
      clock: WallClock())
    guard let counter = try await store.openCounter(in: session) else {
      throw Refusal.noCounterOpen
    }
    self.counter = counter
  }

  private static let device = Device(place: "a benchmark")

  /// Adds 1, and returns the count once it is on the disk.
  public func up() async throws(Refusal) -> Int64 { try await up(counter) }

  /// Adds 1 to one of the account's counters, and returns the count once it is on the disk.
  public func up(_ counter: Counter) async throws(Refusal) -> Int64 {
    let applied = try await useCases.count(
      [CommandRequest(.add(1))], on: .listed(counter), as: .session(session))
    return try applied.get().last?.count ?? 0
  }
}

/// Opens or creates a store: a file, or a PostgreSQL database by its address.
func makeStore(
  _ name: String, threads: StoreThreads = .dedicated, largestGroup: Int = SQLiteStore.usualGroup
) async throws -> any Store {
  let clock = WallClock()
  guard PostgreSQLAddress.names(name) else {
    return try await SQLiteStore(
      path: name, clock: clock, threads: threads, largestGroup: largestGroup)
  }
  return try await PostgreSQLStore(
    at: PostgreSQLAddress(name), clock: clock, makesStore: true, threads: threads,
    largestGroup: largestGroup)
}
