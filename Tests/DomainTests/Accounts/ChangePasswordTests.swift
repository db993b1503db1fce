import Domain
import Doubles
import Testing

@Suite(.limited) struct ChangePasswordTests {
  private let world = TestWorld()

  private func change(
    from present: String = TestWorld.password, to new: String, _ repetition: String,
    in session: Session, on device: DeviceToken? = nil
  ) async throws(Refusal) {
    try await world.useCases.changePassword(
      from: secret(present), to: secret(new), repetition: secret(repetition), in: session,
      on: device)
  }

  @Test func `the new password logs in and the old one does not`() async throws {
    let session = try await world.signedUp("ada")
    try await change(to: "long enough 2", "long enough 2", in: session)
    await #expect(throws: Refusal.credentialsWrong) { try await world.loggedIn("ada") }
    _ = try await world.loggedIn("ada", password: "long enough 2")
  }

  @Test func `this session continues and the account's others end`() async throws {
    let here = try await world.signedUp("ada")
    let there = try await world.loggedIn("ada").session
    let bob = try await world.signedUp("bob")
    try await change(to: "long enough 2", "long enough 2", in: here)
    #expect(try await world.store.otherSessions(than: here).isEmpty)
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: there) }
    #expect(try await world.store.counters(in: bob).count == 1)
  }

  @Test func `problems of the new password are reported before the present one is checked`()
    async throws
  {
    let session = try await world.signedUp("ada")
    await #expect(throws: Refusal.passwordsDiffer) {
      try await change(from: "wrong", to: "a", "b", in: session)
    }
    await #expect(throws: Refusal.password(.tooShort)) {
      try await change(from: "wrong", to: "a", "a", in: session)
    }
    await #expect(throws: Refusal.password(.username)) {
      try await change(from: "wrong", to: "adaADAada", "adaADAada", in: session)
    }
    #expect(world.hasher.verified.isEmpty)
  }

  @Test func `without the present password nothing changes, and attempts are throttled`()
    async throws
  {
    let session = try await world.signedUp("ada")
    let there = try await world.loggedIn("ada").session
    for _ in 0..<5 {
      await #expect(throws: Refusal.credentialsWrong) {
        try await change(from: "wrong", to: "long enough 2", "long enough 2", in: session)
      }
    }
    await #expect(throws: Refusal.throttled(seconds: 1)) {
      try await change(to: "long enough 2", "long enough 2", in: session)
    }
    #expect(world.hasher.made.count == 1)
    #expect(try await world.store.counters(in: there).count == 1)
    world.clock.advance(seconds: 1)
    _ = try await world.loggedIn("ada")
  }

  @Test func `a success clears the attempts`() async throws {
    let session = try await world.signedUp("ada")
    await world.attemptWrongly("ada", times: 4)
    try await change(to: "long enough 2", "long enough 2", in: session)
    _ = try await world.loggedIn("ada", password: "long enough 2")
  }

  @Test func `a known device changes it while the name is throttled, and others are forgotten`()
    async throws
  {
    let session = try await world.signedUp("ada")
    let (device, stolen) = (
      try await world.loggedIn("ada").device, try await world.loggedIn("ada").device
    )
    await world.attemptWrongly("ada", times: 6)
    try await change(to: "long enough 2", "long enough 2", in: session, on: device)
    for (device, refusal) in [
      (device, Refusal.credentialsWrong), (stolen, .throttled(seconds: 1)),
    ] {
      await #expect(throws: refusal) {
        try await change(
          from: "wrong", to: "long enough 3", "long enough 3", in: session, on: device)
      }
    }
  }

  @Test func `an ended session cannot change a password`() async throws {
    let session = try await world.signedUp("ada")
    try await world.useCases.logOut(session)
    await #expect(throws: Refusal.notLoggedIn) {
      try await change(to: "long enough 2", "long enough 2", in: session)
    }
    _ = try await world.loggedIn("ada")
  }

  @Test(arguments: [0, 1])
  func `an error of the store at any step changes no password`(step: Int) async throws {
    let session = try await world.signedUp("ada")
    world.store.failOnce(after: step, with: .store(.failed(cause: "full")))
    await #expect(throws: Refusal.store(.failed(cause: "full"))) {
      try await change(to: "long enough 2", "long enough 2", in: session)
    }
    _ = try await world.loggedIn("ada")
  }
}
