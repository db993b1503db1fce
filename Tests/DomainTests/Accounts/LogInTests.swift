import Domain
import Doubles
import Testing

@Suite(.limited) struct LogInTests {
  private let world = TestWorld()

  @Test func `the right password begins a session, ignoring the username's case`() async throws {
    let first = try await world.signedUp("Ada")
    let second = try await world.loggedIn("aDA")
    #expect(second.session.user == first.user)
    #expect(second.session.id != first.id)
    let now = world.clock.now
    #expect(
      try await world.store.otherSessions(than: first) == [
        SessionSummary(place: TestWorld.place, createdAt: now, lastUsedAt: now)
      ])
  }

  @Test func `an empty field is reported before anything else`() async {
    let store = FailingStore(.store(.failed(cause: "touched"))) { Issue.record("touched by \($0)") }
    let useCases = world.useCases(over: store)
    for (username, password) in [("", "long enough 1"), ("ada", ""), ("", "")] {
      await #expect(throws: Refusal.credentialsMissing) {
        try await useCases.logIn(
          username: username, password: secret(password), on: TestWorld.device)
      }
    }
    #expect(world.hasher.verified.isEmpty)
  }

  @Test func `an unknown name costs the same work as a wrong password`() async throws {
    _ = try await world.signedUp("ada")
    let made = world.hasher.made
    await #expect(throws: Refusal.credentialsWrong) {
      try await world.loggedIn("ada", password: "long enough 2")
    }
    #expect(world.hasher.verified == made)
    await #expect(throws: Refusal.credentialsWrong) { try await world.loggedIn("bob") }
    await #expect(throws: Refusal.credentialsWrong) { try await world.loggedIn("no name!") }
    #expect(world.hasher.verified == made + [world.hasher.decoy, world.hasher.decoy])
    #expect(world.hasher.made == made)
  }

  @Test(arguments: ["ada", "bob", "not a username!"])
  func `the sixth attempt in a row must wait, for known and unknown names`(name: String)
    async throws
  {
    _ = try await world.signedUp("ada")
    for _ in 0..<5 {
      await #expect(throws: Refusal.credentialsWrong) {
        try await world.loggedIn(name, password: "wrong")
      }
    }
    await #expect(throws: Refusal.throttled(seconds: 1)) { try await world.loggedIn(name) }
    await #expect(throws: Refusal.throttled(seconds: 1)) {
      try await world.loggedIn(name.uppercased())
    }
    #expect(world.hasher.verified.count == 5)
  }

  @Test func `a letter that Unicode folds to an ASCII letter is another name`() async throws {
    _ = try await world.signedUp("kay")
    for _ in 1...5 {
      await #expect(throws: Refusal.credentialsWrong) { try await world.loggedIn("\u{212A}ay") }
    }
    await #expect(throws: Refusal.throttled(seconds: 1)) { try await world.loggedIn("\u{212A}AY") }
    _ = try await world.loggedIn("KAY")
  }

  @Test func `throttling a name does not affect others`() async throws {
    _ = try await world.signedUp("ada")
    await world.attemptWrongly("bob", times: 6)
    _ = try await world.loggedIn("ada")
  }

  @Test func `of 64 attempts at once, at most five are verified`() async throws {
    _ = try await world.signedUp("ada")
    let world = world
    let refusals = await withTaskGroup(of: Refusal?.self) { group in
      for _ in 0..<64 {
        group.addTask {
          do throws(Refusal) {
            _ = try await world.loggedIn("ada", password: "wrong")
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(refusals.count { $0 == .credentialsWrong } == 5)
    #expect(refusals.count { $0 == .throttled(seconds: 1) } == 59)
    #expect(world.hasher.verified.count == 5)
  }

  @Test func `a success clears the attempts`() async throws {
    _ = try await world.signedUp("ada")
    for _ in 0..<3 {
      for _ in 0..<4 {
        await #expect(throws: Refusal.credentialsWrong) {
          try await world.loggedIn("ada", password: "wrong")
        }
      }
      _ = try await world.loggedIn("ada")
    }
  }

  @Test func `a device that logged in before logs in at once while the name is throttled`()
    async throws
  {
    _ = try await world.signedUp("ada")
    var device = TestWorld.device
    device.token = try await world.loggedIn("ada").device
    await world.attemptWrongly("ada", times: 6)
    let new = try await world.useCases.logIn(
      username: "Ada", password: secret(TestWorld.password), on: device)
    #expect(new.device == device.token)
    await #expect(throws: Refusal.throttled(seconds: 1)) { try await world.loggedIn("ada") }
    // The work of a wrong password is the same there.
    let verified = world.hasher.verified.count
    await #expect(throws: Refusal.credentialsWrong) {
      try await world.useCases.logIn(username: "ada", password: secret("wrong"), on: device)
    }
    await #expect(throws: Refusal.credentialsWrong) {
      try await world.useCases.logIn(username: "nobody", password: secret("wrong"), on: device)
    }
    #expect(world.hasher.verified.count == verified + 2)
  }

  @Test func `existing sessions continue while the name is throttled`() async throws {
    let session = try await world.signedUp("ada")
    await world.attemptWrongly("ada", times: 6)
    #expect(try await world.store.counters(in: session).count == 1)
  }

  @Test func `an outdated hash is replaced`() async throws {
    _ = try await world.signedUp("ada")
    world.hasher.raiseCost()
    _ = try await world.loggedIn("ada")
    #expect(world.hasher.made.count == 2)
    _ = try await world.loggedIn("ada")
    #expect(world.hasher.made.count == 2)
    #expect(world.hasher.verified.last == world.hasher.made.last)
  }

  @Test func `a wrong password replaces no hash`() async throws {
    _ = try await world.signedUp("ada")
    world.hasher.raiseCost()
    await #expect(throws: Refusal.credentialsWrong) {
      try await world.loggedIn("ada", password: "wrong")
    }
    #expect(world.hasher.made.count == 1)
  }

  @Test(arguments: [0, 1])
  func `an error of the store at any step is never a login`(step: Int) async throws {
    let session = try await world.signedUp("ada")
    for refusal in [
      Refusal.store(.busy(cause: "held")), .store(.damaged(cause: "torn")),
      .store(.failed(cause: "full")),
      .store(.readOnly(cause: "mount")), .store(.outcomeUnknown(counter: nil, cause: "disk")),
    ] {
      world.store.failOnce(after: step, with: refusal)
      await #expect(throws: refusal) { try await world.loggedIn("ada") }
    }
    #expect(try await world.store.otherSessions(than: session).isEmpty)
  }

  @Test func `an invalid hash is damage, and never a login`() async throws {
    let damaged = NewUser(
      username: try Username("ada"), passwordHash: PasswordHash("long enough 1"))
    let main = try CounterName("main", in: world.normalizer)
    _ = try await world.store.signUp(damaged, firstCounter: main, on: Device(place: "test"))
    await #expect {
      _ = try await world.loggedIn("ada")
    } throws: { error in
      if case .store(.damaged) = error as? Refusal { true } else { false }
    }
  }
}
