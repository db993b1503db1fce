import Domain
import Doubles
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `A file that is not a Tally store` {
  /// Expects a refusal that leaves the file and its folder unchanged.
  private func expectRefusal(
    of folder: StoreFolder, sourceLocation: SourceLocation = #_sourceLocation,
    _ isExpected: (Refusal) -> Bool
  ) async throws {
    let (before, names) = (try content(of: folder.path), try folder.folder.names())
    let refusal = try #require(
      await #expect(throws: Refusal.self, sourceLocation: sourceLocation) {
        try await folder.store()
      })
    #expect(isExpected(refusal), "\(refusal)", sourceLocation: sourceLocation)
    #expect(try content(of: folder.path) == before, sourceLocation: sourceLocation)
    #expect(try folder.folder.names() == names, sourceLocation: sourceLocation)
  }

  /// A folder with a store whose bytes were changed.
  private func folder(with bytes: [UInt8], at offset: Int) async throws -> StoreFolder {
    let folder = try StoreFolder()
    try await folder.makeStore(with: bytes, at: offset)
    try FileManager.default.removeItem(atPath: folder.path + ".gate")
    return folder
  }

  #if os(Linux)
    @Test func `cannot be made in a folder of the kernel`() async throws {
      await #expect(
        throws: Refusal.store(.misplaced(cause: "files cannot be created in its folder"))
      ) {
        _ = try await SQLiteStore(path: "/proc/tally.db", clock: StoreFolder().clock)
      }
    }
  #endif

  @Test(arguments: [0, 1, 99, 5_000])
  func `is refused at any length`(_ length: Int) async throws {
    let folder = try StoreFolder()
    try Data(repeating: 65, count: length).write(to: URL(fileURLWithPath: folder.path))
    try await expectRefusal(of: folder) { if case .store(.foreign) = $0 { true } else { false } }
  }

  @Test func `is called damaged if it begins with zeros`() async throws {
    try await expectRefusal(of: folder(with: Array(repeating: 0, count: 4_096), at: 0)) {
      $0 == .store(.damaged(cause: "its header is empty"))
    }
  }

  @Test(arguments: [21, 22, 23])
  func `is called damaged if only a fixed number of its header is wrong`(offset: Int) async throws {
    try await expectRefusal(of: folder(with: [0], at: offset)) {
      if case .store(.damaged) = $0 { true } else { false }
    }
  }

  @Test func `is refused if it is another program's database`() async throws {
    try await expectRefusal(of: folder(with: [0, 0, 0, 0], at: 68)) {
      $0 == .store(.foreign(cause: "it is another program's database"))
    }
  }

  @Test func `is refused if it is another program's database with a write-ahead log`()
    async throws
  {
    let folder = try await folder(with: [0, 0, 0, 0], at: 68)
    try folder.overwrite([2, 2], at: 18)
    try await expectRefusal(of: folder) {
      $0 == .store(.foreign(cause: "it is another program's database"))
    }
  }

  @Test func `is refused if another program's journal is beside it`() async throws {
    let folder = try await folder(with: [0, 0, 0, 0], at: 68)
    let journal = folder.path + "-journal"
    try Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] + Array(repeating: 0, count: 504))
      .write(to: URL(fileURLWithPath: journal))
    let before = try content(of: journal)
    try await expectRefusal(of: folder) {
      $0 == .store(.foreign(cause: "it is another program's database"))
    }
    #expect(try content(of: journal) == before)
  }

  @Test func `is refused if a newer Tally made it`() async throws {
    let version = UInt8(Schema.version + 1)
    try await expectRefusal(of: folder(with: [0, 0, 0, version], at: 60)) { $0 == .store(.newer) }
  }

  @Test func `is refused if its version is invalid`() async throws {
    try await expectRefusal(of: folder(with: [0xFF, 0xFF, 0xFF, 0xFF], at: 60)) {
      $0 == .store(.damaged(cause: "its version is -1"))
    }
  }

  @Test func `is refused if its schema is damaged`() async throws {
    try await expectRefusal(of: folder(with: Array(repeating: 0xFF, count: 50), at: 100)) {
      if case .store(.damaged) = $0 { true } else { false }
    }
  }

  @Test func `is refused if it is a folder`() async throws {
    let folder = try StoreFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: false)
    await #expect(throws: Refusal.store(.misplaced(cause: "it is a folder"))) {
      try await folder.store()
    }
    #expect(try folder.folder.names() == ["tally.db"])
  }

  @Test func `is refused if it is a FIFO, without blocking`() async throws {
    let folder = try StoreFolder()
    #expect(mkfifo(folder.path, 0o600) == 0)
    await #expect(throws: Refusal.store(.unopenable(cause: "it is not a regular file"))) {
      try await folder.store()
    }
  }

  @Test func `never crashes the program, whichever bits of a store are flipped`()
    async throws
  {
    let whole = try StoreFolder()
    let store = try await whole.store()
    let (session, counter) = try await whole.counting(in: store)
    _ = try await store.apply(
      Array(repeating: .add(1), count: 200) + [.undo, .undo], to: counter, in: session)
    store.close()
    let bytes = try content(of: whole.path)
    var generator = Seed().generator
    var (read, refused) = (0, 0)
    for _ in 0..<150 {
      let folder = try StoreFolder()
      var flipped = bytes
      for _ in 0..<20 {
        flipped[Int.random(in: 100..<bytes.count, using: &generator)] ^=
          1 << UInt8.random(in: 0..<8, using: &generator)
      }
      try flipped.write(to: URL(fileURLWithPath: folder.path))
      do {
        let store = try await folder.store()
        _ = try await store.counters(in: session)
        _ = try await store.history(of: counter, newest: 500, in: session)
        _ = try await store.sums(
          of: counter, between: [Timestamp(milliseconds: 0), folder.clock.now], in: session)
        _ = try await store.apply([.undo, .redo, .add(1)], to: counter, in: session)
        _ = try await store.countAttempt(at: "ada")
        read += 1
      } catch is Refusal {
        // Any refusal is fine, as long as nothing traps.
        refused += 1
      }
    }
    #expect(read > 0 && refused > 0, "\(read) stores were read, \(refused) refused, \(Seed())")
  }
}
