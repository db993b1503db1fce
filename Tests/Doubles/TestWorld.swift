import Domain

/// The use cases over test doubles.
public struct TestWorld: Sendable {
  /// The place of all sessions.
  public static let place = "test"
  /// A device in that place that has not logged in before.
  public static let device = Device(place: place)
  /// The password of the accounts that `signedUp` makes.
  public static let password = "long enough 1"

  /// Tells the time to the store and the use cases.
  public let clock: ManualClock
  /// The store of the use cases.
  public let store: InMemoryStore
  /// Hashes passwords.
  public let hasher: FakeHasher
  /// Normalises texts.
  public let normalizer: FoundationNormalizer
  /// Says where days begin.
  public let calendar: FixedCalendar

  /// Creates an empty store and its test doubles.
  public init(calendar: FixedCalendar = FixedCalendar()) {
    clock = ManualClock()
    store = InMemoryStore(clock: clock)
    hasher = FakeHasher()
    normalizer = FoundationNormalizer()
    self.calendar = calendar
  }

  /// The use cases over `store`.
  public var useCases: UseCases { useCases(over: store) }

  /// The use cases over another store and the same doubles.
  public func useCases(over store: any Store) -> UseCases {
    UseCases(store: store, hasher: hasher, normalizer: normalizer, calendar: calendar, clock: clock)
  }

  /// The first session of a new account with the counter `main` and the password
  /// `TestWorld.password`.
  ///
  /// - Throws: what `UseCases.signUp` throws.
  public func signedUp(_ username: String = "ada") async throws(Refusal) -> Session {
    try await useCases.signUp(
      username: username, password: secret(Self.password), repetition: secret(Self.password),
      on: Self.device
    ).session
  }

  /// Shares the account's first counter, which is then listed beside others though it is unused.
  ///
  /// - Throws: the refusals of the use cases.
  public func shareFirstCounter(in session: Session) async throws(Refusal) {
    _ = try await signedUp("zoe")
    let first = try await useCases.findCounter(named: "main", in: session)
    _ = try await useCases.shareCounter(first, with: "zoe", as: .views, in: session)
  }

  /// Another session of an account that `signedUp` made.
  ///
  /// - Throws: what `UseCases.logIn` throws.
  public func loggedIn(_ username: String = "ada", password: String = Self.password)
    async throws(Refusal) -> NewSession
  {
    try await useCases.logIn(username: username, password: secret(password), on: Self.device)
  }

  /// The open counter of the session's account.
  ///
  /// - Throws: `Refusal.noCounterOpen`, and those of the repository.
  public func openCounter(in session: Session) async throws(Refusal) -> Counter {
    guard let counter = try await store.openCounter(in: session) else { throw .noCounterOpen }
    return counter
  }
}
