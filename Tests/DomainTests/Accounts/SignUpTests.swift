import Domain
import Doubles
import Testing

@Suite(.limited) struct SignUpTests {
  private let world = TestWorld()

  private func signUp(_ username: String, _ password: String, _ repetition: String)
    async throws(Refusal) -> NewSession
  {
    try await world.useCases.signUp(
      username: username, password: secret(password), repetition: secret(repetition),
      on: TestWorld.device)
  }

  @Test func `a new account is logged in and has the open counter main`() async throws {
    let new = try await signUp("Ada", "long enough 1", "long enough 1")
    #expect(new.session.user.username.text == "Ada")
    #expect(new.session.user.createdAt == world.clock.now)
    let counters = try await world.store.counters(in: new.session)
    #expect(counters.map(\.name.text) == ["main"])
    #expect(counters.map(\.count) == [0])
    #expect(counters.map(\.changedAt) == [nil])
    #expect(try await world.store.openCounter(in: new.session) == counters.first)
    #expect(try await world.store.resumeSession(new.token).id == new.session.id)
  }

  @Test func `problems are reported in the order of the form`() async throws {
    _ = try await world.signedUp("ada")
    await #expect(throws: Refusal.username(.empty)) { try await signUp("", "a", "b") }
    await #expect(throws: Refusal.username(.badCharacter)) { try await signUp("a b", "a", "b") }
    await #expect(throws: Refusal.passwordsDiffer) { try await signUp("ada", "a", "b") }
    await #expect(throws: Refusal.password(.tooShort)) { try await signUp("ada", "a", "a") }
    await #expect(throws: Refusal.password(.username)) {
      try await signUp("Lovelace", "lovelace", "lovelace")
    }
    await #expect(throws: Refusal.usernameTaken) {
      try await signUp("ADA", "long enough 2", "long enough 2")
    }
  }

  @Test func `a form with a problem reaches neither hasher nor store`() async {
    let store = FailingStore(.store(.failed(cause: "touched"))) { Issue.record("touched by \($0)") }
    let useCases = world.useCases(over: store)
    for (username, password, repetition) in [
      ("", "long enough 1", "long enough 1"), ("ada", "long enough 1", "long enough 2"),
      ("ada", "short", "short"),
    ] {
      await #expect(throws: Refusal.self) {
        try await useCases.signUp(
          username: username, password: secret(password), repetition: secret(repetition),
          on: TestWorld.device)
      }
    }
    #expect(world.hasher.made.isEmpty)
  }

  @Test func `a taken name does not change its account`() async throws {
    let session = try await world.signedUp("ada")
    await #expect(throws: Refusal.usernameTaken) {
      try await signUp("ada", "long enough 2", "long enough 2")
    }
    #expect(try await world.store.counters(in: session).count == 1)
    _ = try await world.loggedIn("ada")
  }

  @Test func `a password and its repetition may have different Unicode forms`() async throws {
    _ = try await signUp("ada", "caf\u{E9} au lait", "cafe\u{301} au lait")
    _ = try await world.loggedIn("ada", password: "caf\u{E9} au lait")
    _ = try await world.loggedIn("ada", password: "cafe\u{301} au lait")
  }

  @Test func `the length of a password is counted in its normal form`() async {
    let sevenCharacters = String(repeating: "e\u{301}\u{E8}", count: 3) + "x"
    await #expect(throws: Refusal.password(.tooShort)) {
      try await signUp("ada", sevenCharacters, sevenCharacters)
    }
  }

  @Test func `a store that fails creates no account`() async throws {
    world.store.failOnce(with: .store(.outcomeUnknown(counter: nil, cause: "disk")))
    await #expect(throws: Refusal.store(.outcomeUnknown(counter: nil, cause: "disk"))) {
      try await signUp("ada", "long enough 1", "long enough 1")
    }
    _ = try await signUp("ada", "long enough 1", "long enough 1")
  }
}
