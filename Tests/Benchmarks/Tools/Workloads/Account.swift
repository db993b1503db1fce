public import Data
public import Domain

/// An account with one counter in a new store.
public struct Account: Sendable {
  /// The store.
  public let store: SQLiteStore
  /// The use cases over the store.
  public let useCases: UseCases
  /// The calendar of local days.
  public let calendar: any LocalCalendar
  /// The account's session.
  public let session: Session
  /// Its counter, `main`.
  public let counter: Counter

  /// Creates the account in a new store, which commits at most `largestGroup` writes together in
  /// its own threads.
  public init(
    inNewStoreAt path: String, threads: SQLiteStore.Threads = .callers,
    largestGroup: Int = SQLiteStore.usualGroup
  ) async throws {
    let clock = WallClock()
    let form = UnicodeNormalizer()
    store = try await SQLiteStore(
      path: path, clock: clock, threads: threads, largestGroup: largestGroup)
    calendar = SystemCalendar()
    useCases = UseCases(
      store: store, hasher: Argon2idHasher(), normalizer: form, calendar: calendar, clock: clock)
    let user = NewUser(username: try Username("ada"), passwordHash: Argon2idHasher().decoy)
    session = try await store.signUp(
      user, firstCounter: try CounterName("main", in: form), on: Device(place: "a benchmark")
    ).session
    guard let counter = try await store.openCounter(in: session) else {
      throw Refusal.noCounterOpen
    }
    self.counter = counter
  }

  /// Adds 1, and returns the count once it is on the disk.
  public func up() async throws(Refusal) -> Int64 {
    let applied = try await useCases.changeCount([.add(1)], to: counter, in: session)
    if let refusal = applied.refusal { throw refusal }
    return applied.outcomes.last?.count ?? 0
  }
}
