import Domain
import Foundation
import Testing

@testable import Data

/// Journals and logs that somebody planted beside a store (SQLite's file format, 3 and 4).
@Suite(.limited) struct `A journal beside a store` {
  private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
  private static let pageSize = 4_096

  private let folder: StoreFolder
  private let journal: String
  private let victim: String

  init() async throws {
    folder = try StoreFolder()
    journal = folder.path + "-journal"
    victim = folder.folder.file("victim")
    try await folder.makeStore()
    try Data("somebody's".utf8).write(to: URL(fileURLWithPath: victim))
  }

  private static func number(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian, Array.init)
  }

  /// The head of a journal with this many pages of the store.
  private func head(pages: Int) throws -> [UInt8] {
    let all = try content(of: folder.path).count / Self.pageSize
    let numbers = [pages, 0, all, 512, Self.pageSize].flatMap(Self.number)
    return Self.magic + numbers
      + [UInt8](repeating: 0, count: 512 - Self.magic.count - numbers.count)
  }

  /// The end of a journal that makes SQLite delete the file at `path` after rolling back.
  private static func order(toDelete path: String) -> [UInt8] {
    let name = Array(path.utf8)
    let sum = name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }
    return number(0) + name + number(name.count) + number(sum) + magic
  }

  private func plant(_ bytes: [UInt8], at path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  private func expectRefusal(naming name: String, sourceLocation: SourceLocation = #_sourceLocation)
    async throws
  {
    let before = try folder.folder.names().map { try content(of: folder.folder.file($0)) }
    let refusal = await #expect(throws: Refusal.self, sourceLocation: sourceLocation) {
      _ = try await folder.store().faults()
    }
    guard case .store(.companion(name, _))? = refusal else {
      Issue.record("\(String(describing: refusal))", sourceLocation: sourceLocation)
      return
    }
    let after = try folder.folder.names().map { try content(of: folder.folder.file($0)) }
    #expect(after == before, sourceLocation: sourceLocation)
  }

  @Test(arguments: ["victim", "dépôt"])
  func `that would delete another file is refused, and nothing is touched`(_ name: String)
    async throws
  {
    let victim = folder.folder.file(name)
    try Data("somebody's".utf8).write(to: URL(fileURLWithPath: victim))
    try plant(head(pages: 0) + Self.order(toDelete: victim), at: journal)
    try await expectRefusal(naming: "tally.db-journal")
  }

  @Test func `that would delete another file is refused for a new store, too`() async throws {
    try plant(head(pages: 0) + Self.order(toDelete: victim), at: journal)
    try FileManager.default.removeItem(atPath: folder.path)
    await #expect(throws: Refusal.self) { try await folder.store() }
    #expect(try folder.folder.names() == ["tally.db-journal", "tally.db.gate", "victim"])
  }

  @Test func `left by a killed program is rolled back`() async throws {
    let whole = try Array(content(of: folder.path))
    let page = whole[Self.pageSize..<2 * Self.pageSize]
    let sum = stride(from: Self.pageSize - 200, to: 0, by: -200)
      .reduce(0) { $0 + Int(page[page.startIndex + $1]) }
    try folder.overwrite([UInt8](repeating: 0xFF, count: Self.pageSize), at: Self.pageSize)
    try plant(head(pages: 1) + Self.number(2) + page + Self.number(sum), at: journal)
    #expect(try await folder.store().faults() == [])
    #expect(try Array(content(of: folder.path)) == whole)
  }

  @Test(arguments: ["-wal", "-shm"])
  func `or write-ahead log file is refused and left unchanged`(_ suffix: String)
    async throws
  {
    try plant(Array("somebody's".utf8), at: folder.path + suffix)
    try await expectRefusal(naming: "tally.db\(suffix)")
    try folder.overwrite([2, 2], at: 18)
    try await expectRefusal(naming: "tally.db\(suffix)")
  }
}
