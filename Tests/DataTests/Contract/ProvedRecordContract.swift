import Data
import Domain
import Doubles
import Testing

@Suite(.limited) struct `A change with a session's token, in every store` {
  private func count(
    _ token: SessionToken, on name: String = "main", creating: Bool = false, in world: StoreWorld
  ) async throws -> Int64 {
    try await world.store.record(
      CommandRequest(.add(1)), on: reference(name), creating: creating, provedBy: token
    ).counter.count
  }

  @Test(arguments: StoreKind.allCases)
  func `counts where the account counts`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let ada = try await world.signedUp("ada")
    let bea = try await world.signedUp("bea")
    let (adas, beas) = (ada.token, bea.token)
    _ = try await count(adas, in: world)
    #expect(try await world.store.openCounter(in: ada.session)?.count == 1)
    #expect(try await world.store.openCounter(in: bea.session)?.count == 0)
    _ = try await count(adas, on: "tea", creating: true, in: world)
    #expect(try await world.store.counter(reference("tea"), in: ada.session).count == 1)
    await #expect(throws: Refusal.noSuchCounter(named: "ada/main", near: nil)) {
      try await count(beas, on: "ada/main", in: world)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `is refused after the session has ended or expired`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let ada = try await world.signedUp("ada")
    let other = try await world.loggedIn("ada")
    try await world.store.endSession(ada.session)
    await #expect(throws: Refusal.notLoggedIn) { try await count(ada.token, in: world) }
    world.clock.advance(seconds: Session.lifetime)
    await #expect(throws: Refusal.notLoggedIn) { try await count(other.token, in: world) }
    world.clock.advance(seconds: -Session.lifetime)
    _ = try await count(other.token, in: world)
    #expect(try await world.store.openCounter(in: other.session)?.count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `notes the use of the session`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let ada = try await world.signedUp("ada")
    world.clock.advance(seconds: Session.lifetime - 1)
    _ = try await count(ada.token, in: world)
    world.clock.advance(seconds: Session.lifetime - 1)
    _ = try await count(ada.token, in: world)
    #expect(try await world.store.openCounter(in: ada.session)?.count == 2)
  }
}
