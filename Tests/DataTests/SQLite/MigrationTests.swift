import Doubles
import Foundation
import Testing

@testable import Data

/// Every version of the schema that ever landed has a store in `Tests/Fixtures`.
@Suite struct `A store of an earlier version` {
  private let folder: StoreFolder

  init() throws {
    folder = try StoreFolder()
    folder.clock.now = StoreFixture.now
  }

  @Test func `is at hand for every version`() {
    #expect(StoreFixture.all.map(\.version) == Array(1...Int(Schema.version)))
  }

  @Test(arguments: StoreFixture.all)
  func `becomes a present one with all that is in it`(_ fixture: StoreFixture) async throws {
    try FileManager.default.copyItem(atPath: fixture.path, toPath: folder.path)
    let store = try folder.store()
    #expect(try store.values("PRAGMA user_version") == ["\(Schema.version)"])
    #expect(try await store.faults() == [])
    let lines = try await StoreContent(of: store, hasher: Argon2idHasher())
      .lines(of: StoreFixture.usernames, password: TestWorld.password)
    for (line, expected) in zip(lines, fixture.content.split(separator: "\n")) {
      #expect(line == expected)
    }
    #expect(lines.count == fixture.content.split(separator: "\n").count)
    #expect(try await store.faults() == [])
  }

  @Test(arguments: StoreFixture.all)
  func `comes to the schema of a new one`(_ fixture: StoreFixture) throws {
    try FileManager.default.copyItem(atPath: fixture.path, toPath: folder.path)
    let new = try StoreFolder()
    #expect(
      try folder.store().values(Self.schema("main")) == new.store().values(Self.schema("main")))
  }

  /// A migration that has landed is never altered: stores that have seen it would not see the change.
  @Test(arguments: StoreFixture.all)
  func `has the schema that the migrations made then`(_ fixture: StoreFixture) throws {
    try FileManager.default.copyItem(atPath: fixture.path, toPath: folder.path)
    let other = try StoreFolder()
    let store = try other.store()
    try store.run("ATTACH '\(folder.path)' AS old")
    try store.run("PRAGMA foreign_keys = OFF")
    for table in ["changes", "counters", "throttles", "sessions", "users"] {
      try store.run("DROP TABLE main.\(table)")
    }
    for migration in Schema.migrations.prefix(fixture.version) { try store.run(migration) }
    #expect(try store.values(Self.schema("main")) == store.values(Self.schema("old")))
  }

  private static func schema(_ name: String) -> String {
    "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM \(name).sqlite_schema ORDER BY 1"
  }
}
