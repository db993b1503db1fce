import Domain
import Testing

@Suite struct `Exports, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `an extent tells of each counter by name how it was made and how long it is`(
    _ kind: StoreKind
  ) async throws {
    let world = try StoreWorld(kind)
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
  func `pages of a history fit together`(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.add(1), .set(4), .undo, .redo, .add(5), of: main, in: session)
    let all = try await world.store.history(of: main, newest: 9, in: session)
    var pages: [[Change]] = []
    for numbers in [1...2, 3...4, 5...6, 7...9] as [ClosedRange<Int64>] {
      pages.append(try await world.store.changes(of: main, numbered: numbers, in: session))
    }
    #expect(pages.map(\.count) == [2, 2, 1, 0])
    #expect(pages.flatMap { $0 } == all)
  }

  @Test(arguments: StoreKind.allCases)
  func `a counter that is gone, or somebody else's, is not found`(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    let (ada, hers) = try await world.counting("ada")
    let bob = try await world.signedUp("bob").session
    await #expect(throws: Refusal.noSuchCounter(named: "main", near: nil)) {
      try await world.store.changes(of: hers, numbered: 1...1, in: bob)
    }
    try await world.store.delete(hers, in: ada)
    await #expect(throws: Refusal.noSuchCounter(named: "main", near: nil)) {
      try await world.store.changes(of: hers, numbered: 1...1, in: ada)
    }
  }
}
