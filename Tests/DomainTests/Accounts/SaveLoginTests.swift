import Domain
import Doubles
import Testing

@Suite struct SaveLoginTests {
  @Test func `a login that is saved goes on the next time`() async throws {
    let world = TestWorld()
    _ = try await world.signedUp("ada")
    let new = try await world.loggedIn("ada")
    try await world.useCases.saveLogin(new)
    #expect(world.savedLogin.received == [.save(new.token)])
    #expect(try await world.useCases.resumeSession()?.id == new.session.id)
  }

  @Test(arguments: [false, true])
  func `one that cannot be saved is told with the reason, and ends its session where it can`(
    storeFails: Bool
  ) async throws {
    let refusal = Refusal.environment(cause: "full")
    let world = TestWorld(savedLogin: MemorySavedLogin(refusal: refusal))
    let other = try await world.signedUp("ada")
    let new = try await world.loggedIn("ada")
    if storeFails { world.store.failOnce(with: .storeBusy(cause: "held")) }
    await #expect(throws: refusal) { try await world.useCases.saveLogin(new) }
    #expect(try await world.store.otherSessions(than: other).isEmpty == !storeFails)
  }
}
