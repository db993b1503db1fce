import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `The settings of a connection` {
  private static let durable = [
    ("journal_mode", "truncate"), ("synchronous", "3"), ("trusted_schema", "0"),
    ("cell_size_check", "1"), ("mmap_size", "0"), ("foreign_keys", "1"),
    ("application_id", "1413565529"),
    ("user_version", "\(Schema.version)"),
  ]

  #if canImport(Darwin)
    private static let expected = durable + [("fullfsync", "1")]
  #else
    private static let expected = durable
  #endif

  @Test(arguments: expected)
  func `are read from a new connection`(_ setting: (name: String, value: String))
    async throws
  {
    let folder = try StoreFolder()
    _ = try await folder.store()
    #expect(try await folder.store().values("PRAGMA \(setting.name)") == [setting.value])
  }

  @Test func `do not let SQL damage the file`() async throws {
    let store = try await StoreFolder().store()
    #expect(throws: (any Error).self) {
      try store.run(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = '' WHERE name = 'users'")
    }
  }
}
