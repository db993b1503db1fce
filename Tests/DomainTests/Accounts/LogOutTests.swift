import Domain
import Doubles
import Testing

@Suite(.limited) struct LogOutTests {
  private let world = TestWorld()

  @Test func `logging out ends only this session`() async throws {
    let here = try await world.signedUp("ada")
    let there = try await world.loggedIn("ada").session
    try await world.useCases.logOut(here)
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: here) }
    #expect(try await world.store.counters(in: there).count == 1)
  }

  @Test func `an ended session can be logged out again`() async throws {
    let session = try await world.signedUp("ada")
    try await world.useCases.logOut(session)
    try await world.useCases.logOut(session)
  }

  @Test func `everywhere ends all sessions of the account, and no others`()
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

  @Test func `an ended session cannot end others`() async throws {
    let here = try await world.signedUp("ada")
    let there = try await world.loggedIn("ada").session
    try await world.useCases.logOut(here)
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.useCases.logOut(here, everywhere: true)
    }
    #expect(try await world.store.counters(in: there).count == 1)
  }
}
