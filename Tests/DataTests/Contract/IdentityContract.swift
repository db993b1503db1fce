import Domain
import Doubles
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `The id of a store, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `stays the same, and is another one's in another store`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let id = try await world.store.storeID()
    _ = try await world.counting()
    #expect(try await world.store.storeID() == id)
    #expect(id.text.count == 36)
    #expect(try await StoreWorld(kind).store.storeID() != id)
  }

  @Test func `is the same in the next process and in a backup`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let id = try await store.storeID()
    #expect(try await folder.store().storeID() == id)
    let copy = try StoreFolder()
    try await store.backUp(to: copy.path)
    #expect(try await copy.store().storeID() == id)
  }

  @Test(arguments: StoreFixture.all.filter { $0.version < 9 })
  func `is made when an older store is migrated, for each copy its own`(_ fixture: StoreFixture)
    async throws
  {
    var ids: Set<StoreID> = []
    for _ in 1...2 {
      let folder = try StoreFolder()
      try FileManager.default.copyItem(atPath: fixture.path, toPath: folder.path)
      ids.insert(try await folder.store().storeID())
    }
    #expect(ids.count == 2)
  }

  @Test func `is a problem when it is missing`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    try store.run("DELETE FROM tally_store")
    #expect(try await store.faults() == [.damaged("the store has no id")])
    await #expect(throws: Refusal.store(.damaged(cause: "it has no id"))) {
      try await store.storeID()
    }
  }
}
