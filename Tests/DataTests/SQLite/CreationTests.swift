import Domain
import Foundation
import Testing

@testable import Data

@Suite struct `Making a store` {
  @Test func `leaves a store and its gate, which their owner alone can read`() throws {
    let folder = try StoreFolder()
    try folder.makeStore()
    #expect(try folder.folder.names() == ["tally.db", "tally.db.gate"])
    #expect(try permissions(of: folder.path) == 0o600)
    #expect(try permissions(of: folder.path + ".gate") == 0o600)
  }

  @Test func `begins anew where another process ended in the middle`() throws {
    let folder = try StoreFolder()
    for name in ["tally.db.new", "tally.db.new-journal"] {
      try Data("half a store".utf8).write(to: URL(fileURLWithPath: folder.folder.file(name)))
    }
    try folder.makeStore()
    #expect(try folder.folder.names() == ["tally.db", "tally.db.gate"])
    #expect(try folder.store().values("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `is refused where the folder does not exist`() throws {
    let folder = try StoreFolder()
    let path = folder.folder.file("missing/tally.db")
    #expect(throws: Refusal.storeUnopenable(cause: "its folder does not exist")) {
      try SQLiteStore(path: path, clock: folder.clock)
    }
    #expect(try folder.folder.names().isEmpty)
  }

  @Test(arguments: ["", "/", "/tmp/", ".", "nowhere/"])
  func `is refused where the path names no file`(_ path: String) throws {
    let error = #expect(throws: Refusal.self) {
      try SQLiteStore(path: path, clock: WallClock())
    }
    guard case .storeUnopenable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `is refused through a symbolic link that leads nowhere`() throws {
    let folder = try StoreFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path, withDestinationPath: folder.folder.file("nothing"))
    #expect(
      throws: Refusal.storeUnopenable(cause: "it is a symbolic link that leads nowhere")
    ) { try folder.store() }
    #expect(try folder.folder.names() == ["tally.db"])
  }

  @Test func `by many at once makes one store, and none of them fails`() async throws {
    for _ in 0..<10 {
      let folder = try StoreFolder()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<8 {
          group.addTask { _ = try await folder.counting(in: folder.store(), as: "user\(index)") }
        }
        try await group.waitForAll()
      }
      #expect(try folder.store().values("SELECT count(*) FROM users") == ["8"])
    }
  }
}

@Suite struct `Opening a store` {
  @Test func `that is up to date writes nothing and takes no gate`() throws {
    let folder = try StoreFolder()
    try folder.makeStore()
    try FileManager.default.removeItem(atPath: folder.path + ".gate")
    let before = try content(of: folder.path)
    let store = try folder.store()
    _ = try store.values("SELECT name FROM counters")
    #expect(try folder.folder.names() == ["tally.db"])
    #expect(try content(of: folder.path) == before)
  }

  @Test func `through a symbolic link uses the gate beside the store itself`() async throws {
    let folder = try StoreFolder()
    try folder.makeStore()
    let link = folder.folder.file("link.db")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    let store = try SQLiteStore(path: link, clock: folder.clock)
    _ = try await folder.counting(in: store)
    #expect(!(try folder.folder.names().contains("link.db.gate")))
  }

  @Test func `that is older migrates it`() async throws {
    let folder = try StoreFolder()
    try folder.makeStore()
    let old = try folder.store()
    try old.run(
      """
      PRAGMA foreign_keys = OFF; DROP TABLE changes; DROP TABLE counters; DROP TABLE throttles;
      DROP TABLE sessions; DROP TABLE users; PRAGMA user_version = 0
      """)
    try old.queue.close()
    let store = try folder.store()
    #expect(try store.values("PRAGMA user_version") == ["2"])
    _ = try await folder.counting(in: store)
  }

  @Test func `that does not know yet how much an undo is about finds that out`() async throws {
    let folder = try StoreFolder()
    let old = try folder.store()
    let (session, counter) = try await folder.counting(in: old)
    _ = try await old.apply([.add(5), .undo], to: counter, in: session)
    try await old.take(
      try row("a", .change, 1), try row("b", .change, 2), try row("c", .undo, -1, of: "a"),
      in: session)
    _ = try await old.apply([.undo, .redo], to: counter, in: session)
    let rows = try await old.exported(in: session)
    try old.run("ALTER TABLE changes DROP COLUMN of_length; PRAGMA user_version = 1")
    try old.queue.close()
    #expect(try await folder.store().exported(in: session) == rows)
    #expect(rows.map(\.changes) == [1, 1, 1, 1, 1, 1, 3, 3])
  }

  @Test func `again finds what was there`() async throws {
    let folder = try StoreFolder()
    let first = try folder.store()
    let (session, counter) = try await folder.counting(in: first)
    _ = try await first.apply([.add(5), .set(9), .undo], to: counter, in: session)
    let history = try await first.history(of: counter, newest: 9, in: session)
    try first.queue.close()
    let second = try folder.store()
    #expect(try await second.history(of: counter, newest: 9, in: session) == history)
    let applied = try await second.apply([.redo, .undo, .undo], to: counter, in: session)
    #expect(applied.outcomes.map(\.count) == [9, 5, 0])
  }
}
