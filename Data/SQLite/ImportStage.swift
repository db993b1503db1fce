internal import Domain
internal import GRDB
internal import Synchronization

/// Where the rows of an import wait for the transaction that takes them in: temporary tables of a connection of
/// its own, which no other one sees and for which nobody waits. They are gone with the connection.
///
/// `numbered_rows` has the rows counter by counter, each with its number there, its place among those that
/// are to be taken in and the sum up to it, so that the transaction has little to do. It drops rows that
/// repeat. A sum may need more than 64 bits, so its upper bits and its lower 32 are apart.
final class ImportStage: Sendable {
  let connection: DatabaseQueue
  private let counters = Mutex<[String: Counter]>([:])

  private static let cacheKibibytes = 65_536

  /// A stage without rows, whose connection is used for nothing else.
  init(_ connection: DatabaseQueue) throws {
    self.connection = connection
    try connection.writeWithoutTransaction { database in
      // Identifiers that are in no order are spread over the whole of their index.
      try database.execute(
        sql: """
          PRAGMA temp_store = FILE;
          PRAGMA temp.cache_size = -\(Self.cacheKibibytes);
          PRAGMA main.cache_size = -\(Self.cacheKibibytes);
          """)
      try database.execute(sql: Self.tables)
    }
  }

  /// Lays rows out after those that are there.
  func append(_ rows: [ImportRow]) throws {
    try connection.writeWithoutTransaction { database in
      try database.inTransaction(.deferred) {
        try counters.withLock { counters in
          for row in rows { try append(row, to: &counters, in: database) }
        }
        return .commit
      }
    }
  }

  /// Gives back what it took of the disk and of memory.
  func close() {
    // What cannot be closed now is closed with the last of its statements.
    try? connection.close()
  }

  private func append(
    _ row: ImportRow, to counters: inout [String: Counter], in database: Database
  ) throws {
    let name = row.row.name
    var counter = counters[name.key] ?? Counter(id: counters.count + 1)
    if counter.id > counters.count {
      try database.run(
        "INSERT INTO staged_counters (id, name, name_key) VALUES (?, ?, ?)",
        [counter.id, name.text, name.key])
    }
    try insert(row.row, line: row.line, to: &counter, in: database)
    counters[name.key] = counter
  }

  private struct Counter {
    let id: Int
    var length: Int64 = 0
    var high: Int64 = 0
    var low: Int64 = 0
  }

  private func insert(
    _ row: TransferRow, line: Int, to counter: inout Counter, in database: Database
  ) throws {
    let uid = ChangeUID.value(row.id)
    guard row.kind != .new else {
      try database.run(
        "INSERT OR IGNORE INTO staged_makings (counter, time, uid) VALUES (?, ?, ?)",
        [counter.id, row.time.milliseconds, uid])
      return
    }
    let subject = row.kind == .undo || row.kind == .redo ? row.of.map(ChangeUID.value) : nil
    let kind =
      row.kind == .change || subject != nil ? row.kind : .imported
    let length = row.changes > 1 ? row.changes : nil
    let number: Int64? = try subject.flatMap {
      try database.value(Self.subjectSQL, [$0, counter.id, length])
    }
    let (high, low) = (counter.high + row.change >> 32, counter.low + row.change & 0xFFFF_FFFF)
    try database.run(
      """
      INSERT OR IGNORE INTO numbered_rows (
        line, counter, number, uid, time, kind, amount, of_uid, of_length, of_number, place, high, low)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?3, ?11, ?12)
      """,
      [
        line, counter.id, counter.length + 1, uid, row.time.milliseconds, kind.rawValue, row.change,
        subject, length, number, high, low,
      ])
    guard database.changedRows > 0 else { return }
    counter.length += 1
    (counter.high, counter.low) = (high, low)
  }

  private static let tables = """
    CREATE TEMP TABLE staged_counters (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL,
      counter_id INTEGER, base INTEGER, length INTEGER
    ) STRICT;
    CREATE TEMP TABLE staged_makings (
      counter INTEGER NOT NULL, time INTEGER NOT NULL, uid ANY NOT NULL UNIQUE,
      PRIMARY KEY (counter, time, uid)
    ) STRICT, WITHOUT ROWID;
    CREATE TEMP TABLE numbered_rows (
      counter INTEGER NOT NULL, number INTEGER NOT NULL, line INTEGER NOT NULL,
      uid ANY NOT NULL UNIQUE, time INTEGER NOT NULL, kind TEXT NOT NULL, amount INTEGER NOT NULL,
      of_uid ANY, of_length INTEGER, of_number INTEGER, of_seq INTEGER,
      place INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL,
      PRIMARY KEY (counter, number)
    ) STRICT, WITHOUT ROWID;
    """

  /// The row that an undo or redo is about, if it comes before it; a single one is no undo or redo itself.
  private static let subjectSQL = """
    SELECT number FROM numbered_rows
    WHERE uid = ?1 AND counter = ?2 AND (of_uid IS NULL OR ?3 IS NOT NULL)
    """
}
