import Domain
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `Opening a store` {
  @Test func `that is up to date writes nothing and takes no lock`() async throws {
    let folder = try StoreFolder()
    try await folder.makeStore()
    try FileManager.default.removeItem(atPath: folder.path + ".gate")
    let before = try content(of: folder.path)
    let store = try await folder.store()
    _ = try store.values("SELECT name FROM counters")
    #expect(try folder.folder.names() == ["tally.db"])
    #expect(try content(of: folder.path) == before)
  }

  @Test func `again finds the same content`() async throws {
    let folder = try StoreFolder()
    let first = try await folder.store()
    let (session, counter) = try await folder.counting(in: first)
    _ = try await first.apply([.add(5), .set(9), .undo], to: counter, in: session)
    let history = try await first.history(of: counter, newest: 9, in: session)
    first.close()
    let second = try await folder.store()
    #expect(try await second.history(of: counter, newest: 9, in: session) == history)
    let applied = try await second.apply([.redo, .undo, .undo], to: counter, in: session)
    #expect(applied.outcomes.map(\.count) == [9, 5, 0])
  }
}
