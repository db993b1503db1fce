import Doubles
import Foundation
import Testing

@testable import Data
@testable import Domain

@Suite(.limited) struct `A foreign schema` {
  static let foreign = [
    (
      "CREATE TRIGGER t AFTER INSERT ON changes BEGIN UPDATE counters SET count = 9; END",
      "the trigger t does not belong to a Tally store"
    ),
    ("CREATE VIEW v AS SELECT * FROM users", "the view v does not belong to a Tally store"),
    ("ALTER TABLE users ADD COLUMN x INTEGER", "the table users differs from Tally's schema"),
    ("CREATE TABLE x (y)", "the table x does not belong to a Tally store"),
    ("CREATE INDEX i ON users(created_at)", "the index i does not belong to a Tally store"),
    ("DROP INDEX users_open_counter", "the index users_open_counter is missing"),
    (
      "DROP INDEX changes_uid; CREATE INDEX changes_uid ON changes(uid, user_id)",
      "the index changes_uid differs from Tally's schema"
    ),
  ]

  @Test(arguments: foreign)
  func `is a problem, and the store is not opened`(_ sql: String, fault: String) async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    try store.run(sql)
    #expect(try await store.faults() == [.damaged(fault)])
    store.close()
    let before = try content(of: folder.path)
    await #expect(throws: Refusal.store(.damaged(cause: fault))) { try await folder.store() }
    #expect(try content(of: folder.path) == before)
  }

  @Test(arguments: StoreFixture.all)
  func `stops the migration of an old store, which stays unchanged`(_ fixture: StoreFixture)
    async throws
  {
    let folder = try StoreFolder()
    try FileManager.default.copyItem(atPath: fixture.path, toPath: folder.path)
    try await StoreFolder().store().run(
      "ATTACH '\(folder.path)' AS old; CREATE VIEW old.v AS SELECT * FROM users")
    let before = try content(of: folder.path)
    await #expect(
      throws: Refusal.store(.damaged(cause: "the view v does not belong to a Tally store"))
    ) {
      try await folder.store()
    }
    #expect(try content(of: folder.path) == before)
  }

  @Test func `may contain the statistics of ANALYZE`() async throws {
    let folder = try StoreFolder()
    let store = try await folder.store()
    _ = try await folder.counting(in: store)
    try store.run("ANALYZE")
    store.close()
    #expect(try await folder.store().faults() == [])
  }

  /// Without the digest, every opening would build an empty store for comparison.
  @Test func `is recognised by a digest`() async throws {
    let store = try await StoreFolder().store()
    #expect(try store.writer.once { try Schema.digest(of: $0) } == Schema.digest)
  }
}
