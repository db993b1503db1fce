import CSQLite
import Doubles
import Foundation
import Programs
import Testing

@testable import Data
@testable import Domain

/// A temporary folder for a store.
struct StoreFolder: Sendable {
  let clock = ManualClock()
  let folder: TemporaryFolder

  init(on medium: TemporaryFolder.Medium = .memory) throws {
    folder = try TemporaryFolder(on: medium)
  }

  var path: String { folder.file("tally.db") }

  /// Opens the store, and creates it if missing.
  func store(threads: SQLiteStore.Threads = .dedicated, patience: Duration = patience) async throws
    -> SQLiteStore
  {
    try await SQLiteStore(path: path, clock: clock, threads: threads, patience: patience)
  }

  /// A new account's first session and its counter.
  func counting(in store: SQLiteStore, as username: String = "ada") async throws
    -> (session: Session, counter: Counter)
  {
    let session = try await store.signedUp(username).session
    return (session, try #require(try await store.openCounter(in: session)))
  }

  /// Creates a store, closes it, and overwrites bytes of its file.
  func makeStore(with bytes: [UInt8] = [], at offset: Int = 0) async throws {
    let store = try await store()
    store.close()
    try overwrite(bytes, at: offset)
  }

  /// Overwrites bytes of the file, which nothing may have open.
  func overwrite(_ bytes: [UInt8], at offset: Int) throws {
    var data = try content(of: path)
    data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    try data.write(to: URL(fileURLWithPath: path))
  }
}

extension SQLiteStore {
  /// Records the SQL that the store's own connections run during `body`.
  func trace(
    into trace: Shared<[String]> = Shared([]), _ body: () async throws -> Void
  ) async throws -> [String] {
    let note:
      @convention(c) (
        UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
      ) -> Int32 = { _, context, _, sql in
        guard let context, let sql else { return 0 }
        let text = String(cString: sql.assumingMemoryBound(to: CChar.self))
        Unmanaged<Shared<[String]>>.fromOpaque(context).takeUnretainedValue()
          .change { $0.append(text) }
        return 0
      }
    for lane in [writer, reader] {
      try lane.once { database in
        let context = Unmanaged.passUnretained(trace).toOpaque()
        sqlite3_trace_v2(database.connection, UInt32(SQLITE_TRACE_STMT), note, context)
      }
    }
    try await body()
    for lane in [writer, reader] {
      try lane.once { database in _ = sqlite3_trace_v2(database.connection, 0, nil, nil) }
    }
    return trace.value
  }

  /// Appends changes by 1 to an empty counter, a second apart, the last at `end`.
  func fill(_ counter: Counter, with total: Int, until end: Timestamp) throws {
    try run(
      """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(total))
      INSERT INTO changes
        (counter_id, user_id, seq, uid, time, kind, amount, count, below_seq, summed)
      SELECT id, user_id, n, CAST('c' || n AS TEXT), \(end.milliseconds) - (\(total) - n) * 1000,
        'change', 1, n, nullif(n - 1, 0), 1 FROM number, counters WHERE id = \(counter.id);
      UPDATE counters SET count = \(total), last_seq = \(total), undo_seq = \(total),
        ordered_until = \(end.milliseconds)
      WHERE id = \(counter.id)
      """)
  }

  /// Shares a counter with an account, or removes the member if there is no permission.
  func share(_ counter: Counter, with user: User, as permission: Role.Permission?) throws {
    let role = permission.map { "'\($0.rawValue)'" } ?? "NULL"
    try run(
      """
      INSERT INTO members (counter_id, number, user_id, role)
      SELECT \(counter.id), 1 + count(*), \(user.id), \(role)
      FROM members WHERE counter_id = \(counter.id)
      ON CONFLICT (user_id, counter_id) DO UPDATE SET role = excluded.role
      """)
  }

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

  /// SQLite's plan for a query.
  func plan(_ sql: String) throws -> String {
    let sql = sql.replacing(/\?\d?/, with: "1")
    return try writer.once { database in
      try database.rows("EXPLAIN QUERY PLAN " + sql, []).map { try $0.value(3) as String }
        .joined(separator: "\n")
    }
  }
}
