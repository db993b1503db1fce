import Domain
import Doubles
import Testing

@Suite struct LogOutTests {
  private let world = TestWorld()

  @Test func `logging out ends this session and no other`() async throws {
    let here = try await world.signedUp("ada")
    let there = try await world.loggedIn("ada").session
    try await world.useCases.logOut(here)
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: here) }
    #expect(try await world.store.counters(in: there).count == 1)
  }

  @Test func `a session that has ended already can be logged out again`() async throws {
    let session = try await world.signedUp("ada")
    try await world.useCases.logOut(session)
    try await world.useCases.logOut(session)
  }

  @Test func `everywhere ends every session of the account and of no other account`()
    async throws
  {
    let here = try await world.signedUp("ada")
    let there = try await world.loggedIn("ada").session
    let bob = try await world.signedUp("bob")
    try await world.useCases.logOut(here, everywhere: true)
    for session in [here, there] {
      await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: session) }
    }
    #expect(try await world.store.counters(in: bob).count == 1)
  }

  @Test func `an ended session cannot end the others`() async throws {
    let here = try await world.signedUp("ada")
    let there = try await world.loggedIn("ada").session
    try await world.useCases.logOut(here)
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.useCases.logOut(here, everywhere: true)
    }
    #expect(try await world.store.counters(in: there).count == 1)
  }
}
