import Domain
import Testing

@Suite(.limited) struct `Users, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `signing up creates an account, an open counter at 0, and a session`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let new = try await world.signedUp("Ada")
    #expect(new.session.user.username.text == "Ada")
    #expect(new.session.user.createdAt == world.clock.now)
    let counters = try await world.store.counters(in: new.session)
    #expect(counters.map(\.name.text) == ["main"])
    #expect(counters.first?.count == 0)
    #expect(counters.first?.changedAt == nil)
    #expect(try await world.store.openCounter(in: new.session) == counters.first)
    #expect(try await world.store.resumeSession(new.token).user == new.session.user)
  }

  @Test(arguments: StoreKind.allCases)
  func `a username is unique ignoring case, and a refusal creates nothing`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let ada = try await world.signedUp("ada").session
    await #expect(throws: Refusal.usernameTaken) { try await world.signedUp("ADA") }
    #expect(try await world.store.otherSessions(than: ada).isEmpty)
    #expect(try await world.store.counters(in: ada).count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `an attempt at a name that Unicode folds to a username finds nobody`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    _ = try await world.signedUp("kay")
    for name in ["\u{212A}ay", "\u{212A}AY"] {
      #expect(try await world.store.countAttempt(at: name) == nil)
    }
    // Both were attempts at one name, which is not that of the account.
    for _ in 3...Throttle.freeAttempts { _ = try await world.store.countAttempt(at: "\u{212A}ay") }
    await #expect(throws: Refusal.throttled(seconds: 1)) {
      try await world.store.countAttempt(at: "\u{212A}Ay")
    }
    #expect(try await world.store.countAttempt(at: "KAY") != nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `an attempt at a username finds its credentials ignoring case`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let user = try await world.signedUp("Ada").session.user
    let credentials = try await world.store.countAttempt(at: "aDA")
    #expect(
      credentials == Credentials(user: user, passwordHash: PasswordHash("hash of Ada")))
  }

  @Test(arguments: StoreKind.allCases, ["nobody", "", "no username at all \u{0}\n", "ÀÉ"])
  func `any text can be attempted as a username, and finds nothing`(
    _ kind: StoreKind, _ text: String
  )
    async throws
  {
    let world = try await StoreWorld(kind)
    #expect(try await world.store.countAttempt(at: text) == nil)
  }

  @Test(arguments: StoreKind.allCases, ["ada", "nobody"])
  func `the sixth attempt is refused for a second, for known and unknown usernames`(
    _ kind: StoreKind, _ username: String
  ) async throws {
    let world = try await StoreWorld(kind)
    _ = try await world.signedUp("ada")
    for _ in 0..<5 { _ = try await world.store.countAttempt(at: username) }
    for _ in 0..<3 {
      await #expect(throws: Refusal.throttled(seconds: 1)) {
        try await world.store.countAttempt(at: username.uppercased())
      }
    }
    world.clock.advance(seconds: 1)
    _ = try await world.store.countAttempt(at: username)
    await #expect(throws: Refusal.throttled(seconds: 2)) {
      try await world.store.countAttempt(at: username)
    }
    _ = try await world.store.countAttempt(at: "somebody else")
  }

  @Test(arguments: StoreKind.allCases)
  func `a clock that goes back starts the pause again, but no longer`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    for _ in 0..<5 { _ = try await world.store.countAttempt(at: "ada") }
    world.clock.advance(seconds: -3_600)
    await #expect(throws: Refusal.throttled(seconds: 1)) {
      try await world.store.countAttempt(at: "ada")
    }
    world.clock.advance(seconds: 1)
    _ = try await world.store.countAttempt(at: "ada")
  }

  @Test(arguments: StoreKind.allCases)
  func `attempts are forgotten after a day`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    for _ in 0..<5 { _ = try await world.store.countAttempt(at: "ada") }
    world.clock.advance(seconds: day)
    _ = try await world.store.countAttempt(at: "ada")
    await #expect(throws: Refusal.throttled(seconds: 2)) {
      try await world.store.countAttempt(at: "ada")
    }
    world.clock.advance(seconds: day + 1)
    for _ in 0..<5 { _ = try await world.store.countAttempt(at: "ada") }
  }

  @Test(arguments: StoreKind.allCases)
  func `a new session and a change of password clear the attempts`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let session = try await world.signedUp().session
    for _ in 0..<4 { _ = try await world.store.countAttempt(at: "ada") }
    _ = try await world.loggedIn()
    for _ in 0..<5 { _ = try await world.store.countAttempt(at: "ada") }
    try await world.store.changePassword(to: PasswordHash("new"), in: session)
    for _ in 0..<5 { _ = try await world.store.countAttempt(at: "ada") }
    await #expect(throws: Refusal.throttled(seconds: 1)) {
      try await world.store.countAttempt(at: "ada")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a change of password ends only the other sessions of the account`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (ada, bob) = (try await world.signedUp("ada"), try await world.signedUp("bob"))
    let other = try await world.loggedIn("ada")
    try await world.store.changePassword(to: PasswordHash("new"), in: ada.session)
    #expect(try await world.store.countAttempt(at: "ada")?.passwordHash == PasswordHash("new"))
    _ = try await world.store.resumeSession(ada.token)
    _ = try await world.store.resumeSession(bob.token)
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.store.resumeSession(other.token)
    }
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.store.changePassword(to: PasswordHash("other"), in: other.session)
    }
    #expect(
      try await world.store.countAttempt(at: "bob")?.passwordHash == PasswordHash("hash of bob"))
  }

  @Test(arguments: StoreKind.allCases)
  func `a reset password ends every session and forgets attempts, and the next login tells it once`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (ada, bob) = (try await world.signedUp("ada"), try await world.signedUp("bob"))
    #expect(ada.passwordResetAt == nil)
    for _ in 0..<5 { _ = try await world.store.countAttempt(at: "ada", from: ada.device) }
    for _ in 0..<5 { _ = try await world.store.countAttempt(at: "ada") }
    world.clock.advance(seconds: 1)
    let resetAt = world.clock.now
    let user = try await world.store.accountToReset(try Username("ADA"))
    #expect(user == ada.session.user)
    try await world.store.resetPassword(of: user, to: PasswordHash("new"))
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.resumeSession(ada.token) }
    _ = try await world.store.resumeSession(bob.token)
    // The device is a stranger again.
    for _ in 0..<5 { _ = try await world.store.countAttempt(at: "ada", from: ada.device) }
    await #expect(throws: Refusal.self) { try await world.store.countAttempt(at: "ada") }
    let credentials = Credentials(user: user, passwordHash: PasswordHash("new"))
    var told: [Timestamp?] = []
    for _ in 1...2 {
      told.append(
        try await world.store.beginSession(
          with: credentials, newHash: nil, on: Device(place: "here")
        ).passwordResetAt)
    }
    #expect(told == [resetAt, nil])
  }

  @Test(arguments: StoreKind.allCases)
  func `the password of an account that is gone is not reset`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let ada = try await world.signedUp("ada").session
    await #expect(throws: Refusal.noSuchAccount(named: "bob")) {
      try await world.store.accountToReset(try Username("bob"))
    }
    try await world.store.deleteAccount(in: ada)
    await #expect(throws: Refusal.noSuchAccount(named: "ada")) {
      try await world.store.resetPassword(of: ada.user, to: PasswordHash("new"))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a deleted account leaves nothing, and its name stays taken`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, counter) = try await world.counting("ada")
    let (bob, _) = try await world.counting("bob")
    try await world.counts(.add(1), of: counter, in: session)
    for _ in 0..<5 { _ = try await world.store.countAttempt(at: "ada") }
    try await world.store.deleteAccount(in: session)
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: session) }
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.deleteAccount(in: session) }
    #expect(try await world.store.countAttempt(at: "ada") == nil)
    #expect(try await world.store.counters(in: bob).count == 1)
    await #expect(throws: Refusal.usernameTaken) { try await world.signedUp("ADA") }
    let new = try await world.signedUp("eve").session
    #expect(new.user.id != session.user.id)
    #expect(new.id != session.id)
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: session) }
    await #expect(throws: Refusal.noSuchCounter(named: "main", near: nil)) {
      try await world.store.apply([.add(1)], to: counter, in: new)
    }
  }
}
