import Domain
import Doubles
import Programs

@testable import Data

extension SQLiteStore {
  /// Runs SQL on the store's own connection.
  func run(_ sql: String) throws {
    try writer.once { database in
      try database.waiting(upTo: patience) { try database.execute(sql) }
    }
  }

  /// The first column of a query on the store's own connection.
  func values(_ sql: String) throws -> [String] {
    try writer.once { database in
      try database.waiting(upTo: patience) {
        try database.rows(sql, []).map { row in
          switch row.values[0] {
          case .text(let text): text
          case .integer(let number): "\(number)"
          case .real(let number): "\(number)"
          case let other: throw Refusal.store(.damaged(cause: "no text: \(other)"))
          }
        }
      }
    }
  }

  /// Accounts with their numbers of sessions, and counters with their counts and numbers of
  /// changes.
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

  /// The definitions of the tables and indexes.
  func schema() throws -> [String] {
    try values("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")
  }

  /// Attaches a database, as `other`, that cannot be opened as a store or would be changed by that.
  static func attaching(_ path: String, _ body: (SQLiteStore) throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let store = try await SQLiteStore(path: folder.path + "/tally.db", clock: ManualClock())
    try store.run("ATTACH '\(path)' AS other")
    try body(store)
    try store.run("DETACH other")
  }
}
