import Doubles
import Testing

@testable import Domain

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

  @Test(arguments: StoreKind.allCases)
  func `a counter that is deleted during an export is left out`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let tea = try await world.store.createCounter(named: try name("tea"), in: session)
    for counter in [main, tea] { try await world.counts(.add(1), of: counter, in: session) }
    let before = Extents(before: try await world.store.extents(in: session), in: world.store)
    try await world.store.delete(tea, in: session)
    let target = RowCollector()
    try await ExportAccount(transfers: before, counters: world.store)(to: target, in: session)
    #expect(target.rows.map(\.name.text) == ["main", "main"])
  }
}

/// A store that lists for an export what was there before.
private struct Extents: TransferRepository {
  private let before: [CounterExtent]
  private let store: any Store

  init(before: [CounterExtent], in store: any Store) {
    self.before = before
    self.store = store
  }

  func extents(in session: Session) async throws(Refusal) -> [CounterExtent] { before }

  func extent(of counter: Counter, in session: Session) async throws(Refusal) -> CounterExtent {
    try await store.extent(of: counter, in: session)
  }

  func importRows(
    _ pages: some ImportPages, isTrial: Bool, in session: Session,
    saved: @escaping @Sendable (Int64) -> Void
  ) async throws(Refusal) -> ImportSummary {
    try await store.importRows(pages, isTrial: isTrial, in: session, saved: saved)
  }
}
