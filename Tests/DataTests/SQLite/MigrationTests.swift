import Domain
import Doubles
import Foundation
import Testing

@testable import Data

/// Every schema version that was ever released has a store in `Tests/Fixtures`. For a new version,
/// the program fills a store, and its reviewed `StoreContent` is saved beside it.
@Suite(.limited) struct `A store of an earlier version` {
  private let folder: StoreFolder

  init() throws {
    folder = try StoreFolder()
    folder.clock.now = StoreFixture.now
  }

  @Test func `exists for every version`() {
    #expect(StoreFixture.all.map(\.version) == Array(1...Int(Schema.version)))
  }

  @Test(arguments: StoreFixture.all)
  func `is migrated with all its content`(_ fixture: StoreFixture) async throws {
    try FileManager.default.copyItem(atPath: fixture.path, toPath: folder.path)
    let store = try await folder.store()
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
  func `gets the schema of a new one`(_ fixture: StoreFixture) async throws {
    try FileManager.default.copyItem(atPath: fixture.path, toPath: folder.path)
    let new = try StoreFolder()
    let store = try await new.store()
    #expect(
      try await folder.store().values(Self.schema("main")) == store.values(Self.schema("main")))
  }

  /// A released migration must not change: existing stores would miss the change.
  @Test(arguments: StoreFixture.all)
  func `still has the schema that the migrations made then`(_ fixture: StoreFixture) async throws {
    try FileManager.default.copyItem(atPath: fixture.path, toPath: folder.path)
    let other = try StoreFolder()
    let store = try await other.store()
    try dropTables(of: store)
    try store.run("ATTACH '\(folder.path)' AS old")
    for migration in Schema.migrations.prefix(fixture.version) { try store.run(migration) }
    #expect(try store.values(Self.schema("main")) == store.values(Self.schema("old")))
  }

  @Test func `may have no tables yet`() async throws {
    let old = try await folder.store()
    try dropTables(of: old)
    try old.run("PRAGMA user_version = 0")
    old.close()
    let store = try await folder.store()
    #expect(try store.values("PRAGMA user_version") == ["\(Schema.version)"])
    _ = try await folder.counting(in: store)
  }

  @Test func `gets the number of changes that an undo covers, which version 1 did not record`()
    async throws
  {
    let old = try await folder.store()
    let (session, counter) = try await folder.counting(in: old)
    _ = try await old.apply([.add(5), .undo], to: counter, in: session)
    try await old.take(
      try row("a", .change, 1), try row("b", .change, 2), try row("c", .undo, -1, of: "a"),
      in: session)
    _ = try await old.apply([.undo, .redo], to: counter, in: session)
    let rows = try await old.exported(in: session)
    try old.run(
      """
      \(Self.withoutMembers);
      ALTER TABLE changes DROP COLUMN of_length; DROP INDEX users_open_counter;
      PRAGMA user_version = 1
      """)
    old.close()
    #expect(try await folder.store().exported(in: session) == rows)
    #expect(rows.map(\.changes) == [1, 1, 1, 1, 1, 1, 3, 3])
  }

  @Test func `gets new counts of what undone imports undid, which version 3 got wrong`()
    async throws
  {
    let old = try await folder.store()
    let (session, counter) = try await folder.counting(in: old)
    _ = try await old.record(
      CommandRequest(.add(5), id: Change.ID("own")), on: try name("main"), creating: false,
      in: session)
    try await old.take(try row("a", .undo, -5, of: "own"), in: session)
    _ = try await old.apply([.undo], to: counter, in: session)
    try old.run(
      """
      \(Self.withoutMembers);
      UPDATE changes SET undone = 1, summed = 0 WHERE seq = 1;
      PRAGMA user_version = 3
      """)
    old.close()
    let store = try await folder.store()
    #expect(try await store.sums(of: counter, between: always, in: session) == [5])
    #expect(try await store.faults() == [])
  }

  @Test func `gets the owner's last set, which version 4 did not record`()
    async throws
  {
    let old = try await folder.store()
    let (session, main) = try await folder.counting(in: old)
    let tea = try await old.createCounter(named: try name("tea"), in: session)
    let jam = try await old.createCounter(named: try name("jam"), in: session)
    _ = try await old.apply([.add(1), .set(5), .undo, .add(2)], to: main, in: session)
    _ = try await old.apply([.set(9), .add(1), .reset, .add(2)], to: tea, in: session)
    try await old.take(try row("a", .set, 5, in: "jam"), in: session)
    let sets = "SELECT ifnull(set_seq, 'none') FROM counters ORDER BY id"
    #expect(try old.values(sets) == ["2", "3", "none"])
    try old.run("\(Self.withoutMembers); PRAGMA user_version = 4")
    old.close()
    let store = try await folder.store()
    #expect(try store.values(sets) == ["2", "3", "none"])
    #expect(try await store.refreshed(jam, in: session).count == 5)
    #expect(try await store.faults() == [])
  }

  /// Removes what version 5 added.
  private static let withoutMembers = """
    DROP TABLE invitations; DROP INDEX users_guest;
    ALTER TABLE users DROP COLUMN invitation; ALTER TABLE users DROP COLUMN guest_key;
    ALTER TABLE users DROP COLUMN guest_name; ALTER TABLE users DROP COLUMN guest_of;
    DROP INDEX changes_reverts; ALTER TABLE changes DROP COLUMN reverts;
    ALTER TABLE changes DROP COLUMN note;
    ALTER TABLE users DROP COLUMN day_start;
    DROP TABLE archived; ALTER TABLE users DROP COLUMN password_reset_at;
    DROP TABLE loose_undos; DROP TABLE tally_store; DROP TABLE devices; DROP INDEX changes_unsummed;
    ALTER TABLE counters DROP COLUMN ordered_until;
    DROP TABLE former_usernames; DROP INDEX changes_time; DROP INDEX changes_uid;
    ALTER TABLE changes DROP COLUMN nth;
    ALTER TABLE changes DROP COLUMN by_name;
    DROP TABLE members;
    ALTER TABLE changes DROP COLUMN author;
    ALTER TABLE counters DROP COLUMN set_seq;
    ALTER TABLE counters DROP COLUMN target_zone; ALTER TABLE counters DROP COLUMN target_per;
    ALTER TABLE counters DROP COLUMN at_most;
    ALTER TABLE counters DROP COLUMN target;
    CREATE UNIQUE INDEX changes_uid ON changes(uid, user_id);
    CREATE INDEX changes_time ON changes(counter_id, time, summed)
    """

  private func dropTables(of store: SQLiteStore) throws {
    try store.run("PRAGMA foreign_keys = OFF")
    for table in [
      "tally_store", "devices", "former_usernames", "members", "archived", "loose_undos",
      "invitations", "changes", "counters", "throttles", "sessions", "users",
    ] {
      try store.run("DROP TABLE \(table)")
    }
  }

  private static func schema(_ name: String) -> String {
    "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM \(name).sqlite_schema ORDER BY 1"
  }
}
