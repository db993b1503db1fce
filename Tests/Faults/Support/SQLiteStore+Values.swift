import Doubles
import Programs

@testable import Data

extension SQLiteStore {
  /// Runs SQL on the store's own connection.
  func run(_ sql: String) throws {
    try queue.writeWithoutTransaction { database in
      try database.waiting(upTo: patience) { try database.execute(sql: sql) }
    }
  }

  /// The first column of what SQL finds on the store's own connection.
  func values(_ sql: String) throws -> [String] {
    try queue.unsafeRead { database in
      try database.waiting(upTo: patience) { try String.fetchAll(database, sql: sql) }
    }
  }

  /// Who has an account and how many sessions, and how every counter stands after how many changes.
  func state() throws -> [String] {
    try values(
      """
      SELECT username || ' (' || (SELECT count(*) FROM sessions WHERE user_id = users.id) || ')'
      FROM users
      UNION ALL
      SELECT username || '/' || name || ' ' || count || ' after ' || last_seq
      FROM counters JOIN users ON users.id = counters.user_id
      ORDER BY 1
      """)
  }

  /// The tables and indexes, as they were made.
  func schema() throws -> [String] {
    try values("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
  }

  /// Reaches from a store of its own for a database that cannot be opened as one, or would be changed by
  /// that; it is called `other` there.
  static func attaching(_ path: String, _ body: (SQLiteStore) throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let store = try await SQLiteStore(path: folder.path + "/tally.db", clock: ManualClock())
    try store.run("ATTACH '\(path)' AS other")
    try body(store)
    try store.run("DETACH other")
  }
}
