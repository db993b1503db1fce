internal import Domain
internal import GRDB
internal import Synchronization

/// Temporary tables where imported rows wait for the transaction that saves them. They belong to a
/// separate connection, so nobody else sees them or waits for them.
///
/// `numbered_rows` holds the rows by counter, each with its number, its place among the rows to
/// save, and the sum up to it, so that the transaction is short. It drops repeated rows. The
/// importer is stored as an empty author. A sum may need more than 64 bits, so its upper bits and
/// its lower 32 are kept apart.
final class ImportStage: Sendable {
  let connection: DatabaseQueue
  private let importer: Username
  private let counters = Mutex<[String: Counter]>([:])

  private static let cacheKibibytes = 65_536

  /// Creates an empty stage; nothing else may use the connection.
  init(_ connection: DatabaseQueue, for importer: Username) throws {
    self.connection = connection
    self.importer = importer
    try connection.writeWithoutTransaction { database in
      // Identifiers in random order touch the whole index, so it has to fit into the cache.
      try database.execute(
        sql: """
          PRAGMA temp_store = FILE;
          PRAGMA temp.cache_size = -\(Self.cacheKibibytes);
          PRAGMA main.cache_size = -\(Self.cacheKibibytes);
          """)
      try database.execute(sql: Self.tables)
    }
  }

  /// Appends rows.
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

  /// Frees its disk space and memory.
  func close() {
    // If this fails, the connection closes with its last statement.
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
    let author = row.by.flatMap { $0.lowercased() == importer.key ? nil : $0 } ?? ""
    let number: Int64? = try subject.flatMap {
      try database.value(Self.subjectSQL, [$0, counter.id, length, author])
    }
    let (high, low) = (counter.high + row.change >> 32, counter.low + row.change & 0xFFFF_FFFF)
    try database.run(
      """
      INSERT OR IGNORE INTO numbered_rows (
        line, counter, number, uid, time, kind, amount, of_uid, of_length, of_number, place, high, low,
        author)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?3, ?11, ?12, ?13)
      """,
      [
        line, counter.id, counter.length + 1, uid, row.time.milliseconds, kind.rawValue, row.change,
        subject, length, number, high, low, author,
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
      uid ANY NOT NULL, author TEXT NOT NULL, time INTEGER NOT NULL, kind TEXT NOT NULL,
      amount INTEGER NOT NULL,
      of_uid ANY, of_length INTEGER, of_number INTEGER, of_seq INTEGER,
      place INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL,
      PRIMARY KEY (counter, number), UNIQUE (uid, author)
    ) STRICT, WITHOUT ROWID;
    """

  /// The earlier row that an undo or redo refers to. A single one must not be an undo or redo
  /// itself.
  /// The plus sign makes SQLite search by identifier instead of all rows of the counter.
  private static let subjectSQL = """
    SELECT number FROM numbered_rows
    WHERE uid = ?1 AND +counter = ?2 AND (of_uid IS NULL OR ?3 IS NOT NULL)
    ORDER BY author = ?4 DESC LIMIT 1
    """
}
