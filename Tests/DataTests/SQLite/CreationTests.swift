import Domain
import Foundation
import Programs
import Testing

@testable import Data

@Suite(.limited) struct `Creating a store` {
  @Test func `leaves a store and a lock file that only the owner can read`() async throws {
    let folder = try StoreFolder()
    try await folder.makeStore()
    #expect(try folder.folder.names() == ["tally.db", "tally.db.gate"])
    #expect(try permissions(of: folder.path) == 0o600)
    #expect(try permissions(of: folder.path + ".gate") == 0o600)
  }

  @Test(arguments: ["dépôt.db", "de\u{301}po\u{302}t.db", "お茶.db", "\u{301}.db", "👩‍👩‍👧\r.db"])
  func `creates it in the folder that was named, in any script`(_ name: String)
    async throws
  {
    let folder = try StoreFolder()
    let inner = folder.folder.file("ein übler\u{308} Ordner")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    let store = try await SQLiteStore(path: "\(inner)/\(name)", clock: folder.clock)
    _ = try await folder.counting(in: store)
    let names = try FileManager.default.contentsOfDirectory(atPath: inner).map { Array($0.utf8) }
    #expect(Set(names) == Set([name, name + ".gate", name + "-journal"].map { Array($0.utf8) }))
    #expect(try folder.folder.names().count == 1)
  }

  @Test func `starts over after another process ended in the middle`() async throws {
    let folder = try StoreFolder()
    for name in ["tally.db.new", "tally.db.new-journal"] {
      try Data("half a store".utf8).write(to: URL(fileURLWithPath: folder.folder.file(name)))
    }
    try await folder.makeStore()
    #expect(try folder.folder.names() == ["tally.db", "tally.db.gate"])
    #expect(try await folder.store().values("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `is refused when the folder does not exist`() async throws {
    let folder = try StoreFolder()
    let path = folder.folder.file("missing/tally.db")
    await #expect(throws: Refusal.store(.misplaced(cause: "its folder does not exist"))) {
      try await SQLiteStore(path: path, clock: folder.clock)
    }
    #expect(try folder.folder.names().isEmpty)
  }

  @Test(arguments: ["", "/", "/tmp/", ".", "nowhere/"])
  func `is refused when the path names no file`(_ path: String) async throws {
    let error = await #expect(throws: Refusal.self) {
      try await SQLiteStore(path: path, clock: WallClock())
    }
    expect(error, is: { .store(.misplaced(cause: $0)) })
  }

  @Test func `is refused through a dangling symbolic link`() async throws {
    let folder = try StoreFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path, withDestinationPath: folder.folder.file("nothing"))
    await #expect(
      throws: Refusal.store(.misplaced(cause: "it is a symbolic link to a missing file"))
    ) { try await folder.store() }
    #expect(try folder.folder.names() == ["tally.db"])
  }

  @Test func `by many at once makes one store without errors`() async throws {
    for _ in 0..<10 {
      let folder = try StoreFolder()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<8 {
          group.addTask {
            let store = try await folder.store()
            _ = try await folder.counting(in: store, as: "user\(index)")
          }
        }
        try await group.waitForAll()
      }
      #expect(try await folder.store().values("SELECT count(*) FROM users") == ["8"])
    }
  }
}
