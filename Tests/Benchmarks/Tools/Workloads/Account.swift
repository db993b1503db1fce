public import Data
public import Domain

/// An account with one counter in a new store, and all that Tally does with it.
public struct Account: Sendable {
  /// The store itself.
  public let store: SQLiteStore
  /// What is done with the store.
  public let useCases: UseCases
  /// Where local days begin.
  public let calendar: any LocalCalendar
  /// The account's session.
  public let session: Session
  /// Its counter, `main`.
  public let counter: Counter

  /// Makes the account in a store that does not exist yet, and that commits at most `largestGroup` writes
  /// together in threads of its own.
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
      user, firstCounter: try CounterName("main", in: form), at: "a benchmark"
    ).session
    guard let counter = try await store.openCounter(in: session) else {
      throw Refusal.noCounterOpen
    }
    self.counter = counter
  }

  /// Adds 1, and returns the count once the disk has it.
  public func up() async throws(Refusal) -> Int64 {
    let applied = try await useCases.changeCount([.add(1)], to: counter, in: session)
    if let refusal = applied.refusal { throw refusal }
    return applied.outcomes.last?.count ?? 0
  }
}
