import Domain

/// The use cases over doubles, with the doubles to look at.
public struct TestWorld: Sendable {
  /// Where sessions are begun.
  public static let place = "test"
  /// The password of the accounts that `signedUp` makes.
  public static let password = "long enough 1"

  /// Tells the time to the store and the use cases.
  public let clock: ManualClock
  /// What the use cases act on.
  public let store: InMemoryStore
  /// What passwords are hashed with.
  public let hasher: FakeHasher
  /// What texts are normalised with.
  public let normalizer: FoundationNormalizer
  /// Where days begin.
  public let calendar: FixedCalendar

  /// An empty store and all that belongs to it.
  public init(calendar: FixedCalendar = FixedCalendar()) {
    clock = ManualClock()
    store = InMemoryStore(clock: clock)
    hasher = FakeHasher()
    normalizer = FoundationNormalizer()
    self.calendar = calendar
  }

  /// The use cases over `store`.
  public var useCases: UseCases { useCases(over: store) }

  /// The use cases over another store, and otherwise over the same doubles.
  public func useCases(over store: any Store) -> UseCases {
    UseCases(store: store, hasher: hasher, normalizer: normalizer, calendar: calendar, clock: clock)
  }

  /// The first session of a new account, which has the counter `main` and the password
  /// `TestWorld.password`.
  ///
  /// - Throws: what `SignUp` throws.
  public func signedUp(_ username: String = "ada") async throws(Refusal) -> Session {
    try await useCases.signUp(
      username: username, password: secret(Self.password), repetition: secret(Self.password),
      at: Self.place
    ).session
  }

  /// Another session of an account that `signedUp` made.
  ///
  /// - Throws: what `LogIn` throws.
  public func loggedIn(_ username: String = "ada", password: String = Self.password)
    async throws(Refusal) -> NewSession
  {
    try await useCases.logIn(username: username, password: secret(password), at: Self.place)
  }

  /// The counter that a new account begins with, or the one that the session's account has open.
  ///
  /// - Throws: `Refusal.noCounterOpen`, and those of the repository.
  public func openCounter(in session: Session) async throws(Refusal) -> Counter {
    guard let counter = try await store.openCounter(in: session) else { throw .noCounterOpen }
    return counter
  }
}
