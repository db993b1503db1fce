import Domain
import Doubles
import Testing

@Suite(.limited) struct `Devices, in every store` {
  private func foreign(_ byte: UInt8 = 7) throws -> DeviceToken {
    try #require(DeviceToken(bytes: [UInt8](repeating: byte, count: DeviceToken.length)))
  }

  @Test(arguments: StoreKind.allCases)
  func `a known device can log in at once, however often others failed`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let ada = try await world.signedUp("Ada")
    try await world.fail(at: "ada", times: 5)
    try await world.expectPause(1, at: "ada")
    try await world.store.endSession(ada.session)
    let credentials = try await world.store.countAttempt(at: "aDA", from: ada.device)
    #expect(credentials?.user == ada.session.user)
    let again = try await world.loggedIn("ada", on: ada.device)
    #expect(again.device == ada.device && again.token != ada.token)
    // Its success is not the others'.
    try await world.expectPause(1, at: "ada")
  }

  @Test(arguments: StoreKind.allCases)
  func `the failures of a known device delay only itself`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let first = try await world.signedUp("ada")
    let second = try await world.loggedIn("ada")
    #expect(second.device != first.device)
    try await world.fail(at: "ada", times: 5, from: first.device)
    for seconds in [1, 2, 4] {
      try await world.expectPause(seconds, at: "ADA", from: first.device)
      world.clock.advance(seconds: Int64(seconds))
      try await world.fail(at: "ada", times: 1, from: first.device)
    }
    try await world.fail(at: "ada", times: 5, from: second.device)
    try await world.fail(at: "ada", times: 5)
    try await world.expectPause(1, at: "ada")
  }

  @Test(arguments: StoreKind.allCases)
  func `a login and a change of password clear the device's own attempts, and no others`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let ada = try await world.signedUp("ada")
    try await world.fail(at: "ada", times: 5)
    try await world.fail(at: "ada", times: 4, from: ada.device)
    _ = try await world.loggedIn("ada", on: ada.device)
    try await world.fail(at: "ada", times: 5, from: ada.device)
    try await world.store.changePassword(
      to: PasswordHash("new"), in: ada.session, on: ada.device)
    try await world.fail(at: "ada", times: 5, from: ada.device)
    try await world.expectPause(1, at: "ada", from: ada.device)
    try await world.expectPause(1, at: "ada")
  }

  @Test(arguments: StoreKind.allCases, ["ada", "nobody", "no username \u{0}\n"])
  func `an unknown device shares the count of the name, whether the name exists or not`(
    _ kind: StoreKind, _ username: String
  ) async throws {
    let world = try await StoreWorld(kind)
    _ = try await world.signedUp("ada")
    let bob = try await world.signedUp("bob")
    // Another account's device and one that no account knows count like no device.
    for device in [bob.device, try foreign(), nil, try foreign(8), bob.device] {
      try await world.fail(at: username, times: 1, from: device)
    }
    for device in [nil, bob.device, try foreign(), try foreign(9)] {
      try await world.expectPause(1, at: username, from: device)
    }
    try await world.fail(at: "bob", times: 5, from: bob.device)
  }

  @Test(arguments: StoreKind.allCases)
  func `several accounts can know one device, each with a count of its own`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let device = try await world.signedUp("ada").device
    _ = try await world.store.signedUp("bob", on: Device(place: "tty1", token: device))
    try await world.fail(at: "ada", times: 5, from: device)
    try await world.expectPause(1, at: "ada", from: device)
    for name in ["ada", "bob"] { try await world.fail(at: name, times: 5) }
    try await world.fail(at: "bob", times: 5, from: device)
  }

  @Test(arguments: StoreKind.allCases)
  func `a device that logs in with a token of its own choice is known by it from then on`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    _ = try await world.signedUp("ada")
    #expect(try await world.loggedIn("ada", on: try foreign()).device == foreign())
    try await world.fail(at: "ada", times: 5)
    try await world.fail(at: "ada", times: 5, from: try foreign())
  }

  @Test(arguments: StoreKind.allCases)
  func `a change of password forgets the account's other devices, and no other account's`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (ada, bob) = (try await world.signedUp("ada"), try await world.signedUp("bob"))
    let stolen = try await world.loggedIn("ada").device
    try await world.store.changePassword(
      to: PasswordHash("new"), in: ada.session, on: ada.device)
    for name in ["ada", "bob"] { try await world.fail(at: name, times: 5) }
    try await world.expectPause(1, at: "ada", from: stolen)
    try await world.fail(at: "ada", times: 5, from: ada.device)
    try await world.fail(at: "bob", times: 5, from: bob.device)
    world.clock.advance(seconds: 1)
    try await world.store.changePassword(to: PasswordHash("newer"), in: ada.session)
    try await world.fail(at: "ada", times: 5)
    try await world.expectPause(1, at: "ada", from: ada.device)
  }

  @Test(arguments: StoreKind.allCases)
  func `a deleted account knows no device`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let ada = try await world.signedUp("ada")
    let bob = try await world.store.signedUp("bob", on: Device(place: "tty1", token: ada.device))
    try await world.fail(at: "ada", times: 5, from: ada.device)
    try await world.store.deleteAccount(in: ada.session)
    try await world.fail(at: "ada", times: 5, from: ada.device)
    try await world.expectPause(1, at: "ada")
    try await world.fail(at: "bob", times: 5)
    try await world.fail(at: "bob", times: 5, from: bob.device)
  }

  @Test(arguments: StoreKind.allCases)
  func `a device is known for 400 days after its last login, and again when the clock is right`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let ada = try await world.signedUp("ada")
    world.clock.advance(seconds: 399 * day)
    _ = try await world.loggedIn("ada", on: ada.device)
    world.clock.advance(seconds: 400 * day - 1)
    try await world.fail(at: "ada", times: 5)
    try await world.fail(at: "ada", times: 5, from: ada.device)
    world.clock.advance(seconds: 1)
    try await world.fail(at: "ada", times: 1)
    try await world.expectPause(2, at: "ada", from: ada.device)
    world.clock.advance(seconds: -day)
    try await world.expectPause(1, at: "ada", from: ada.device)
  }

  @Test(arguments: StoreKind.allCases)
  func `an account knows its last 100 devices`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let first = try await world.signedUp("ada").device
    let second = try await world.loggedIn("ada").device
    for _ in 0..<98 {
      world.clock.advance(seconds: 1)
      _ = try await world.loggedIn("ada")
    }
    try await world.fail(at: "ada", times: 5)
    for device in [first, second] {
      world.clock.advance(seconds: 1)
      _ = try await world.loggedIn("ada", on: device)
    }
    let credentials = try #require(try await world.store.countAttempt(at: "ada", from: first))
    for _ in 0..<99 {
      world.clock.advance(seconds: 1)
      _ = try await world.store.beginSession(
        with: credentials, newHash: nil, on: Device(place: "tty3"))
    }
    try await world.fail(at: "ada", times: 5)
    try await world.expectPause(1, at: "ada", from: first)
    try await world.fail(at: "ada", times: 1, from: second)
    #expect(try await world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a device's own attempts are forgotten after a day`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let device = try await world.signedUp("ada").device
    try await world.fail(at: "ada", times: 5, from: device)
    world.clock.advance(seconds: day)
    try await world.fail(at: "ada", times: 1, from: device)
    try await world.expectPause(2, at: "ada", from: device)
    world.clock.advance(seconds: day + 1)
    try await world.fail(at: "ada", times: 5, from: device)
  }
}

extension StoreWorld {
  /// Attempts that are counted and never followed by a login.
  fileprivate func fail(
    at username: String, times: Int, from device: DeviceToken? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for _ in 0..<times {
      await #expect(throws: Never.self, sourceLocation: sourceLocation) {
        try await store.countAttempt(at: username, from: device)
      }
    }
  }

  fileprivate func expectPause(
    _ seconds: Int, at username: String, from device: DeviceToken? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    await #expect(throws: Refusal.throttled(seconds: seconds), sourceLocation: sourceLocation) {
      try await store.countAttempt(at: username, from: device)
    }
  }

  fileprivate func loggedIn(_ username: String, on token: DeviceToken) async throws -> NewSession {
    let credentials = try #require(try await store.countAttempt(at: username, from: token))
    return try await store.beginSession(
      with: credentials, newHash: nil, on: Device(place: "tty2", token: token))
  }
}
