import Domain
import Testing

@Suite(.limited) struct `Sessions, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `a session begins only with the present credentials`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let session = try await world.signedUp().session
    let old = try #require(try await world.store.countAttempt(at: "ada"))
    try await world.store.changePassword(to: PasswordHash("new"), in: session)
    await #expect(throws: Refusal.credentialsWrong) {
      try await world.store.beginSession(with: old, newHash: nil, on: Device(place: "tty2"))
    }
    let credentials = try #require(try await world.store.countAttempt(at: "ada"))
    _ = try await world.store.beginSession(
      with: credentials, newHash: PasswordHash("newer"), on: Device(place: "tty2"))
    #expect(try await world.store.countAttempt(at: "ada")?.passwordHash == PasswordHash("newer"))
    try await world.store.deleteAccount(in: session)
    await #expect(throws: Refusal.credentialsWrong) {
      try await world.store.beginSession(with: credentials, newHash: nil, on: Device(place: "tty2"))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a token proves only its own session`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (first, second) = (try await world.signedUp(), try await world.loggedIn())
    #expect(first.token != second.token)
    let resumed = try await world.store.resumeSession(second.token)
    #expect(resumed == Session(id: second.session.id, user: first.session.user))
    let foreign = try #require(SessionToken(bytes: [UInt8](repeating: 7, count: 32)))
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.resumeSession(foreign) }
  }

  @Test(arguments: StoreKind.allCases)
  func `a session ends 30 days after its last use, which is recorded once a day`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let new = try await world.signedUp()
    world.clock.advance(seconds: 30 * day - 1)
    _ = try await world.store.resumeSession(new.token)
    world.clock.advance(seconds: day - 1)
    _ = try await world.store.resumeSession(new.token)
    world.clock.advance(seconds: 29 * day)
    _ = try await world.store.counters(in: new.session)
    world.clock.advance(seconds: 1)
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.store.resumeSession(new.token)
    }
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.store.counters(in: new.session)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a session ends a year after the login, even when used`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let new = try await world.signedUp()
    for _ in 0..<14 {
      world.clock.advance(seconds: 26 * day)
      _ = try await world.store.resumeSession(new.token)
    }
    world.clock.advance(seconds: day - 1)
    _ = try await world.store.counters(in: new.session)
    world.clock.advance(seconds: 1)
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.resumeSession(new.token) }
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: new.session) }
  }

  @Test(arguments: StoreKind.allCases, [-400, 31, 366] as [Int64])
  func `a temporary clock change ends no session permanently`(
    _ kind: StoreKind, days: Int64
  ) async throws {
    let world = try await StoreWorld(kind)
    let new = try await world.signedUp()
    let created = world.clock.now
    world.clock.advance(seconds: days * day)
    _ = try? await world.store.resumeSession(new.token)
    _ = try await world.loggedIn()
    world.clock.advance(seconds: -days * day)
    _ = try await world.store.resumeSession(new.token)
    let mine = try await world.loggedIn().session
    #expect(
      try await world.store.otherSessions(than: mine)
        .contains(SessionSummary(place: "tty1", createdAt: created, lastUsedAt: created)))
  }

  @Test(arguments: StoreKind.allCases)
  func `counting is a use of the session, and reading is not`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, counter) = try await world.counting()
    world.clock.advance(seconds: 2 * day)
    _ = try await world.store.history(of: counter, newest: 1, in: session)
    let other = try await world.loggedIn().session
    let created = world.clock.now.adding(seconds: -2 * day)
    #expect(
      try await world.store.otherSessions(than: other)
        == [SessionSummary(place: "tty1", createdAt: created, lastUsedAt: created)])
    try await world.counts(.add(1), of: counter, in: session)
    #expect(
      try await world.store.otherSessions(than: other)
        == [SessionSummary(place: "tty1", createdAt: created, lastUsedAt: world.clock.now)])
  }

  @Test(arguments: StoreKind.allCases)
  func `the other valid sessions are listed, most recently used first`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    _ = try await world.signedUp("bob")
    _ = try await world.signedUp("ada")
    world.clock.advance(seconds: 29 * day)
    _ = try await world.loggedIn("ada", at: "b")
    world.clock.advance(seconds: 60)
    _ = try await world.loggedIn("ada", at: "c")
    let mine = try await world.loggedIn("ada", at: "d").session
    #expect(
      try await world.store.otherSessions(than: mine).map(\.place) == ["c", "b", "tty1"])
    world.clock.advance(seconds: day - 60)
    #expect(try await world.store.otherSessions(than: mine).map(\.place) == ["c", "b"])
  }

  @Test(arguments: StoreKind.allCases)
  func `ending a session ends only that one, and can be repeated`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (first, second) = (try await world.signedUp(), try await world.loggedIn())
    for _ in 0..<2 { try await world.store.endSession(first.session) }
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.store.resumeSession(first.token)
    }
    _ = try await world.store.resumeSession(second.token)
  }

  @Test(arguments: StoreKind.allCases)
  func `a session can be ended only by its own account`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (ada, bob) = (try await world.signedUp("ada"), try await world.signedUp("bob"))
    let forged = Session(id: ada.session.id, user: bob.session.user)
    try await world.store.endSession(forged)
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.store.endAllSessions(of: forged)
    }
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: forged) }
    _ = try await world.store.resumeSession(ada.token)
    _ = try await world.store.resumeSession(bob.token)
  }

  @Test(arguments: StoreKind.allCases)
  func `ending all sessions ends those of the account, and needs a valid session`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (first, bob) = (try await world.signedUp("ada"), try await world.signedUp("bob"))
    let second = try await world.loggedIn("ada")
    try await world.store.endAllSessions(of: second.session)
    for ended in [first, second] {
      await #expect(throws: Refusal.notLoggedIn) {
        try await world.store.resumeSession(ended.token)
      }
    }
    _ = try await world.store.resumeSession(bob.token)
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.store.endAllSessions(of: second.session)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `every method refuses an ended session`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, counter) = try await world.counting()
    try await world.store.endSession(session)
    let (store, main) = (world.store, try name("main"))
    let methods: [@Sendable () async throws -> Void] = [
      { try await store.changePassword(to: PasswordHash("new"), in: session) },
      { try await store.deleteAccount(in: session) },
      { _ = try await store.otherSessions(than: session) },
      { _ = try await store.counters(in: session) },
      { _ = try await store.openCounter(in: session) },
      { _ = try await store.open(named: main, in: session) },
      { _ = try await store.createCounter(named: main, in: session) },
      { _ = try await store.rename(counter, to: main, in: session) },
      { try await store.delete(counter, in: session) },
      { _ = try await store.apply([.add(1)], to: counter, in: session) },
      { _ = try await store.history(of: counter, newest: 1, in: session) },
      { _ = try await store.sums(of: counter, between: [], in: session) },
    ]
    for method in methods {
      await #expect(throws: Refusal.notLoggedIn) { try await method() }
    }
  }
}
