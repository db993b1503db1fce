internal import Domain
internal import GRDB

/// Where the rows of an import wait for the transaction that takes them in: temporary tables, which
/// no other connection sees and for which nobody waits.
///
/// `numbered_rows` has the rows counter by counter, each with its number there, its place among those that
/// are to be taken in and the sum up to it, so that the transaction has little to do. It drops rows that
/// repeat. A sum may need more than 64 bits, so its upper bits and its lower 32 are apart.
struct ImportStage {
  let database: Database

  /// Takes in all rows that `next` has.
  ///
  /// - Throws: what `next` throws.
  func fill(from next: () throws(Refusal) -> (line: Int, row: TransferRow)?) throws {
    // A change of this setting drops all temporary tables, so this begins with none, in a file.
    try database.execute(sql: "PRAGMA temp_store = FILE")
    // Identifiers that are in no order are spread over the whole of their index.
    try database.execute(sql: "PRAGMA temp.cache_size = -\(Import.cacheKibibytes)")
    try database.execute(sql: Self.tables)
    try database.inTransaction(.deferred) {
      var counters: [String: Counter] = [:]
      while let (line, row) = try next() {
        let name = row.name
        var counter = counters[name.key] ?? Counter(id: counters.count + 1)
        if counter.id > counters.count {
          try database.run(
            "INSERT INTO staged_counters (id, name, name_key) VALUES (?, ?, ?)",
            [counter.id, name.text, name.key])
        }
        try insert(row, line: line, to: &counter)
        counters[name.key] = counter
      }
      return .commit
    }
  }

  /// Takes away the tables and what they took on the disk.
  func clear() throws {
    try database.execute(sql: "PRAGMA temp_store = DEFAULT")
  }

  /// Numbers and sums anew what is left after some rows were taken out.
  func renumber() throws {
    try database.execute(sql: Self.renumberSQL)
  }

  private struct Counter {
    let id: Int
    var length: Int64 = 0
    var high: Int64 = 0
    var low: Int64 = 0
  }

  private func insert(_ row: TransferRow, line: Int, to counter: inout Counter) throws {
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
    guard database.changesCount > 0 else { return }
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

  private static let renumberSQL = """
    UPDATE numbered_rows SET place = again.place, high = again.high, low = again.low
    FROM (
      SELECT counter, number, row_number() OVER w AS place, sum(amount >> 32) OVER w AS high,
        sum(amount & 0xFFFFFFFF) OVER w AS low
      FROM numbered_rows WINDOW w AS (PARTITION BY counter ORDER BY number)
    ) AS again
    WHERE numbered_rows.counter = again.counter AND numbered_rows.number = again.number
    """
}
