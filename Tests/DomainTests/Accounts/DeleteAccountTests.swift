import Domain
import Doubles
import Testing

@Suite(.limited) struct DeleteAccountTests {
  private let world = TestWorld()

  private func delete(_ session: Session, password: String = TestWorld.password)
    async throws(Refusal)
  {
    try await world.useCases.deleteAccount(password: secret(password), in: session, on: nil)
  }

  @Test func `the account is gone with its sessions, and its name is not given out again`()
    async throws
  {
    let here = try await world.signedUp("ada")
    let there = try await world.loggedIn("ada").session
    let bob = try await world.signedUp("bob")
    try await delete(here)
    for session in [here, there] {
      await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: session) }
    }
    await #expect(throws: Refusal.credentialsWrong) { try await world.loggedIn("ada") }
    #expect(try await world.store.counters(in: bob).count == 1)
    await #expect(throws: Refusal.usernameTaken) { try await world.signedUp("Ada") }
  }

  @Test func `a wrong password deletes nothing, and attempts are throttled`() async throws {
    let session = try await world.signedUp("ada")
    for _ in 0..<5 {
      await #expect(throws: Refusal.credentialsWrong) {
        try await delete(session, password: "wrong")
      }
    }
    await #expect(throws: Refusal.throttled(seconds: 1)) { try await delete(session) }
    #expect(try await world.store.counters(in: session).count == 1)
  }

  @Test func `a known device deletes it while the name is throttled`() async throws {
    let session = try await world.signedUp("ada")
    let device = try await world.loggedIn("ada").device
    await world.attemptWrongly("ada", times: 6)
    try await world.useCases.deleteAccount(
      password: secret(TestWorld.password), in: session, on: device)
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: session) }
  }

  @Test func `an ended session deletes nothing`() async throws {
    let session = try await world.signedUp("ada")
    try await world.useCases.logOut(session)
    await #expect(throws: Refusal.notLoggedIn) { try await delete(session) }
    _ = try await world.loggedIn("ada")
  }

  @Test func `a session of a deleted account deletes no other account`()
    async throws
  {
    let old = try await world.signedUp("ada")
    try await delete(old)
    let new = try await world.signedUp("bea")
    await #expect(throws: Refusal.credentialsWrong) { try await delete(old) }
    #expect(try await world.store.counters(in: new).count == 1)
  }

  @Test(arguments: [0, 1])
  func `an error of the store at any step deletes nothing`(step: Int) async throws {
    let session = try await world.signedUp("ada")
    world.store.failOnce(after: step, with: .store(.failed(cause: "full")))
    await #expect(throws: Refusal.store(.failed(cause: "full"))) { try await delete(session) }
    _ = try await world.loggedIn("ada")
  }
}
