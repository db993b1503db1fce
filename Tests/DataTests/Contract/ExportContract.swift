import Domain
import Testing

@Suite(.limited) struct `Exports, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `extents list the counters by name, with their creation and length`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    _ = try await world.counting("bob")
    let start = world.clock.now
    world.clock.advance(seconds: 60)
    let apple = try await world.store.createCounter(named: try name("Apple"), in: session)
    try await world.counts(.add(3), .undo, of: main, in: session)
    let extents = try await world.store.extents(in: session)
    #expect(extents.map(\.counter.id) == [apple.id, main.id])
    #expect(extents.map(\.createdAt) == [world.clock.now, start])
    #expect(extents.map(\.length) == [0, 2])
    #expect(Set(extents.map(\.id)).count == 2)
    #expect(try await world.store.extents(in: session) == extents)
  }

  @Test(arguments: StoreKind.allCases)
  func `a deleted counter or somebody else's is not found`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (ada, hers) = try await world.counting("ada")
    let bob = try await world.signedUp("bob").session
    func page(in session: Session) async throws -> HistoryPage {
      try await world.store.changes(
        of: hers, numbered: 1...1, during: nil, atMost: 1, in: session)
    }
    await #expect(throws: Refusal.noSuchCounter(named: "main", near: nil)) {
      try await page(in: bob)
    }
    try await world.store.delete(hers, in: ada)
    await #expect(throws: Refusal.noSuchCounter(named: "main", near: nil)) {
      try await page(in: ada)
    }
  }
}
