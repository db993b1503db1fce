import Domain
import Testing

/// Files in which a counter has another name than in the store.
@Suite(.limited) struct `Files from before and after a rename, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `add to the same counter elsewhere, which keeps its name`(_ kind: StoreKind) async throws {
    let (home, away) = (try await StoreWorld(kind), try await StoreWorld(kind))
    let (ada, main) = try await home.counting("ada")
    let coffee = try await home.store.createCounter(named: try name("coffee"), in: ada)
    let (zoe, _) = try await away.counting("zoe")
    try await home.counts(.add(1), of: main, in: ada)
    try await home.counts(.add(5), of: coffee, in: ada)
    try await away.store.take(try await home.store.exported(in: ada), in: zoe)
    // The new name of one is the old name of the other.
    for (counter, newName) in [(coffee, "drinks"), (main, "coffee")] {
      let renamed = try await home.store.rename(counter, to: try name(newName), in: ada)
      try await home.counts(.add(1), of: renamed, in: ada)
    }
    let summary = try await away.store.take(try await home.store.exported(in: ada), in: zoe)
    #expect(summary == ImportSummary(changes: 2, newCounters: 0))
    #expect(try await counts(in: away, of: zoe) == ["coffee 6", "main 2"])
  }

  @Test(arguments: StoreKind.allCases)
  func `add to the counter that has any of its changes`(_ kind: StoreKind) async throws {
    let (home, away, merged) =
      (try await StoreWorld(kind), try await StoreWorld(kind), try await StoreWorld(kind))
    let (ada, main) = try await home.counting("ada")
    try await home.counts(.add(5), of: main, in: ada)
    let file = try await home.store.exported(in: ada)
    let (zoe, old) = try await away.counting("zoe")
    try await away.store.take(file, in: zoe)
    _ = try await away.store.rename(old, to: try name("drinks"), in: zoe)
    let (bea, beas) = try await merged.counting("bea")
    _ = try await merged.store.record(
      CommandRequest(.add(1), id: Change.ID("bea's")), toCounter: beas.id, in: bea)
    try await merged.store.take(file, in: bea)
    let summary = try await away.store.take(try await merged.store.exported(in: bea), in: zoe)
    #expect(summary == ImportSummary(changes: 1, newCounters: 0))
    #expect(try await counts(in: away, of: zoe) == ["drinks 6"])
  }

  @Test(arguments: StoreKind.allCases)
  func `as one file are one counter, with the first name`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (ada, main) = try await world.counting("ada")
    try await world.counts(.add(5), of: main, in: ada)
    let before = try await world.store.exported(in: ada)
    let renamed = try await world.store.rename(main, to: try name("drinks"), in: ada)
    try await world.counts(.add(1), of: renamed, in: ada)
    let both = before + (try await world.store.exported(in: ada))
    let (bob, _) = try await world.counting("bob")
    try await world.store.take(both, in: bob)
    #expect(try await counts(in: world, of: bob) == ["main 6"])
  }

  @Test(arguments: StoreKind.allCases)
  func `never add a deleted counter's changes to the one that has its name now`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (ada, main) = try await world.counting("ada")
    let coffee = try await world.store.createCounter(named: try name("coffee"), in: ada)
    try await world.counts(.add(1), of: main, in: ada)
    try await world.counts(.add(5), of: coffee, in: ada)
    let before = try await world.store.exported(in: ada)
    try await world.store.delete(main, in: ada)
    let renamed = try await world.store.rename(coffee, to: try name("main"), in: ada)
    // The rows of coffee, which is in order, come first.
    let line = 3
    await #expect(throws: Refusal.badRow(line: line, .counterExists(main.name))) {
      try await world.store.take(before, in: ada)
    }
    #expect(try await counts(in: world, of: ada) == ["main 5"])
    _ = try await world.store.rename(renamed, to: try name("tea"), in: ada)
    #expect(
      try await world.store.take(before, in: ada) == ImportSummary(changes: 1, newCounters: 1))
    #expect(try await counts(in: world, of: ada) == ["main 1", "tea 5"])
  }

  private func counts(in world: StoreWorld, of session: Session) async throws -> [String] {
    try await world.store.counters(in: session).map { "\($0.name.text) \($0.count)" }
  }
}
