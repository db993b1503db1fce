import Domain
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `A backup of a store` {
  private let folder: StoreFolder
  private let store: SQLiteStore

  init() async throws {
    folder = try StoreFolder()
    store = try await folder.store()
  }

  @Test func `is a copy of one moment, accessible only to its owner`() async throws {
    let (session, counter) = try await folder.counting(in: store)
    _ = try await store.apply(
      [.add(-5), .undo, .redo, .set(40), .reset, .undo], to: counter, in: session)
    let copy = folder.folder.file("backup.db")
    try Data("what was there before".utf8).write(to: URL(fileURLWithPath: copy))
    try await store.backUp(to: copy)
    _ = try await store.apply([.add(1)], to: counter, in: session)

    #expect(try permissions(of: copy) == 0o600)
    let backup = try await SQLiteStore(path: copy, clock: folder.clock)
    #expect(try await backup.faults() == [])
    #expect(try await backup.refreshed(counter, in: session).count == 40)
    #expect(try await backup.history(of: counter, newest: 9, in: session).count == 6)
  }

  @Test func `leaves nothing when a copy is not possible`() async throws {
    let copies = [folder.folder.file("missing/backup.db"), folder.folder.path]
    for copy in copies {
      await #expect(throws: Refusal.self) { try await store.backUp(to: copy) }
    }
    #expect(try folder.folder.names() == ["tally.db", "tally.db.gate"])
  }
}
