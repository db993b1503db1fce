import Domain
import Foundation
import Testing

@testable import Data

/// Files that somebody else planted where a store keeps its files.
@Suite(.limited) struct `A planted file` {
  static let links = ["a symbolic link", "a hard link", "a folder"]
  static let companions = ["-journal", "-wal", "-shm", ".gate"]

  /// Plants something in place of the file at `path`.
  private func plant(_ kind: String, at path: String, in folder: StoreFolder) throws -> String {
    let victim = folder.folder.file("victim")
    let manager = FileManager.default
    try Data("somebody's".utf8).write(to: URL(fileURLWithPath: victim))
    if manager.fileExists(atPath: path) { try manager.removeItem(atPath: path) }
    switch kind {
    case "a symbolic link":
      try manager.createSymbolicLink(atPath: path, withDestinationPath: victim)
    case "a hard link": try manager.linkItem(atPath: victim, toPath: path)
    default: try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    return victim
  }

  @Test(arguments: companions, links)
  func `beside a store is refused, and not written to`(
    _ companion: String, _ kind: String
  ) async throws {
    let folder = try StoreFolder()
    try await folder.makeStore()
    let victim = try plant(kind, at: folder.path + companion, in: folder)
    let refusal = await #expect(throws: Refusal.self) {
      _ = try await folder.counting(in: try await folder.store())
    }
    #expect(refusal?.isAboutStore == true, "\(String(describing: refusal))")
    #expect(try content(of: victim) == Data("somebody's".utf8))
  }

  @Test(arguments: [".new", ".new-journal"], links.dropLast())
  func `where a store is created is removed, and its target stays`(
    _ companion: String, _ kind: String
  ) async throws {
    let folder = try StoreFolder()
    let victim = try plant(kind, at: folder.path + companion, in: folder)
    _ = try await folder.counting(in: try await folder.store())
    #expect(try content(of: victim) == Data("somebody's".utf8))
    #expect(try permissions(of: folder.path) == 0o600)
  }

  /// The journal says that the second page was empty (SQLite's file format, 3).
  @Test func `from another store's journal is not rolled back into a new store`() async throws {
    let folder = try StoreFolder()
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    // One page with checksums from 0, of a store with 16 pages; sectors of 512 bytes, pages of
    // 4,096.
    let numbers: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 2, 0, 0, 0, 16, 0]
    let header = magic + numbers + [UInt8](repeating: 0, count: 512 - 28)
    let page: [UInt8] = [0, 0, 0, 2] + [UInt8](repeating: 0, count: 4_096 + 4)
    try Data(header + page).write(to: URL(fileURLWithPath: folder.path + "-journal"))
    let store = try await folder.store()
    _ = try await folder.counting(in: store)
    #expect(try await store.faults().isEmpty)
  }

  @Test func `with another name is refused, because it would have two journals and two locks`()
    async throws
  {
    let folder = try StoreFolder()
    try await folder.makeStore()
    try FileManager.default.linkItem(atPath: folder.path, toPath: folder.folder.file("other.db"))
    await #expect(throws: Refusal.store(.unopenable(cause: "it has another name (a hard link)"))) {
      try await folder.store()
    }
  }

  @Test func `behind a symbolic link is the store itself, with one lock`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let link = folder.folder.file("link.db")
    #expect(symlink(folder.path, link) == 0)
    let (session, counter) = try await folder.counting(in: store)
    let linked = try await SQLiteStore(path: link, clock: folder.clock)
    #expect(try await linked.counters(in: session) == [counter])
    #expect(try folder.folder.names().filter { $0.hasSuffix(".gate") } == ["tally.db.gate"])
  }

  @Test func `and all other files of a store lose others' permissions on opening`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    _ = try await folder.counting(in: store)
    store.close()
    let names = ["tally.db", "tally.db-journal", "tally.db.gate"]
    #expect(try folder.folder.names() == names)
    for name in names { chmod(folder.folder.file(name), 0o666) }
    _ = try await folder.store().countAttempt(at: "ada")
    for name in names { #expect(try permissions(of: folder.folder.file(name)) == 0o600) }
  }

  @Test func `which its owner may only read stays so on opening`() async throws {
    let folder = try StoreFolder()
    try await folder.makeStore()
    chmod(folder.path, 0o444)
    _ = try await folder.store()
    #expect(try permissions(of: folder.path) == 0o400)
  }

  @Test
  func `of somebody else is refused, except for the superuser`() {
    var status = stat()
    (status.st_mode, status.st_nlink, status.st_uid) = (S_IFREG | 0o600, 1, 1)
    #expect(status.plantFault(for: 2) == "it belongs to somebody else")
    #expect(status.plantFault(for: 1) == nil)
    #expect(status.plantFault(for: 0) == nil)
  }
}

extension Refusal {
  fileprivate var isAboutStore: Bool {
    switch self {
    case .store(.unopenable), .store(.companion), .store(.failed): true
    default: false
    }
  }
}
