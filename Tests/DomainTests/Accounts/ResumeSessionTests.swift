import Domain
import Doubles
import Testing

@Suite struct ResumeSessionTests {
  private let world = TestWorld()
  private let day: Int64 = 24 * 60 * 60

  @Test func `without a saved login there is no session, and no store is asked`() async throws {
    let store = FailingStore(.storeFailed(cause: "touched")) { Issue.record("touched by \($0)") }
    #expect(try await world.useCases(over: store).resumeSession() == nil)
    #expect(world.savedLogin.received == [.token])
  }

  @Test func `the saved login goes on as a saved session`() async throws {
    let session = try await world.signedUp("ada")
    let resumed = try await world.resumed("ada")
    #expect(resumed.isSaved)
    #expect(resumed.user == session.user)
    #expect(try await world.useCases.resumeSession() == resumed)
  }

  @Test func `a saved login whose session was ended is refused each time`() async throws {
    _ = try await world.signedUp("ada")
    let resumed = try await world.resumed("ada")
    try await world.store.endSession(resumed)
    for _ in 0..<2 {
      await #expect(throws: Refusal.notLoggedIn) { try await world.useCases.resumeSession() }
    }
  }

  @Test(arguments: [-400, 31, 366] as [Int64])
  func `a clock that jumps for a while does not end the saved login for good`(days: Int64)
    async throws
  {
    _ = try await world.signedUp("ada")
    let resumed = try await world.resumed("ada")
    world.clock.advance(seconds: days * day)
    _ = try? await world.useCases.resumeSession()
    world.clock.advance(seconds: -days * day)
    #expect(try await world.useCases.resumeSession() == resumed)
  }

  @Test func `a session lasts 30 days from its last use`() async throws {
    _ = try await world.signedUp("ada")
    let resumed = try await world.resumed("ada")
    world.clock.advance(seconds: 29 * day)
    #expect(try await world.useCases.resumeSession() == resumed)
    world.clock.advance(seconds: 29 * day)
    #expect(try await world.useCases.resumeSession() == resumed)
    world.clock.advance(seconds: 30 * day)
    await #expect(throws: Refusal.notLoggedIn) { try await world.useCases.resumeSession() }
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: resumed) }
  }

  @Test func `a store that fails is no login, and the saved one is kept`() async throws {
    _ = try await world.signedUp("ada")
    _ = try await world.resumed("ada")
    world.store.failOnce(with: .storeBusy(cause: "held"))
    await #expect(throws: Refusal.storeBusy(cause: "held")) {
      try await world.useCases.resumeSession()
    }
    #expect(world.savedLogin.kept != nil)
  }

  @Test func `a saved login that cannot be trusted is told`() async {
    let refusal = Refusal.environment(cause: "it is a link")
    let world = TestWorld(savedLogin: MemorySavedLogin(refusal: refusal))
    await #expect(throws: refusal) { try await world.useCases.resumeSession() }
  }
}
