import Doubles

@testable import Data

extension SQLiteStore {
  /// Runs SQL on the store's own connection.
  func run(_ sql: String) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  /// The first column of what SQL finds on the store's own connection.
  func values(_ sql: String) throws -> [String] {
    try queue.unsafeRead { try String.fetchAll($0, sql: sql) }
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
}

/// Takes everything out of a new store that its first migration put there: what is left is of version 0.
func makeOldest(_ path: String) throws {
  let store = try SQLiteStore(path: path, clock: ManualClock())
  try store.run("PRAGMA foreign_keys = OFF")
  for table in ["changes", "counters", "throttles", "sessions", "users"] {
    try store.run("DROP TABLE \(table)")
  }
  try store.run("PRAGMA user_version = 0")
}
