import Domain
import Foundation
import Testing

@testable import Data

@Suite struct `A backup of a store` {
  private let folder: StoreFolder
  private let store: SQLiteStore

  init() throws {
    folder = try StoreFolder()
    store = try folder.store()
  }

  /// A counter with every kind of entry.
  private func counted() async throws -> (session: Session, counter: Counter) {
    let (session, counter) = try await folder.counting(in: store)
    _ = try await store.apply(
      [.add(-5), .undo, .redo, .set(40), .reset, .undo], to: counter, in: session)
    return (session, counter)
  }

  @Test func `is copied as it is at one moment, for its owner alone`() async throws {
    let (session, counter) = try await counted()
    let copy = folder.folder.file("backup.db")
    try Data("what was there before".utf8).write(to: URL(fileURLWithPath: copy))
    try await store.backUp(to: copy)
    _ = try await store.apply([.add(1)], to: counter, in: session)

    let attributes = try FileManager.default.attributesOfItem(atPath: copy)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let backup = try SQLiteStore(path: copy, clock: folder.clock)
    #expect(try await backup.faults() == [])
    #expect(try await backup.refreshed(counter, in: session).count == 40)
    #expect(try await backup.history(of: counter, newest: 9, in: session).count == 6)
  }

  @Test func `leaves nothing behind where a copy cannot be`() async throws {
    let missing = folder.folder.file("missing") + "/backup.db"
    await #expect(throws: Refusal.self) { try await store.backUp(to: missing) }
    let folderPath = URL(fileURLWithPath: folder.path).deletingLastPathComponent().path
    await #expect(throws: Refusal.self) { try await store.backUp(to: folderPath) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folderPath)
    #expect(names.allSatisfy { $0.hasPrefix("tally.db") })
  }
}
