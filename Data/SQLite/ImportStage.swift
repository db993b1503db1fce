internal import Domain
internal import GRDB

/// Where the rows of an import wait for the transaction that takes them in: temporary tables, which
/// no other connection sees and for which nobody waits.
///
/// `staged_rows` has the rows as they come, numbered within their counter, and drops those that repeat;
/// `numbered_rows` has them counter by counter, each with its place among those that are to be taken in
/// and the sum up to it, so that the transaction has little to do. A sum may need more than 64 bits, so
/// its upper bits and its lower 32 are apart.
struct ImportStage {
  let database: Database

  /// Takes in all rows that `next` has.
  ///
  /// - Throws: what `next` throws.
  func fill(from next: () throws(Refusal) -> (line: Int, row: TransferRow)?) throws {
    // A change of this setting drops all temporary tables, so this begins with none, in a file.
    try database.execute(sql: "PRAGMA temp_store = FILE")
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
      try database.execute(sql: Self.numberSQL)
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
    var length = 0
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
    try database.run(
      """
      INSERT OR IGNORE INTO staged_rows
        (line, counter, number, uid, time, kind, amount, of_uid, of_length)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        line, counter.id, counter.length + 1, uid, row.time.milliseconds, kind.rawValue, row.change,
        subject, row.changes > 1 ? row.changes : nil,
      ])
    counter.length += database.changesCount
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
    CREATE TEMP TABLE staged_rows (
      line INTEGER NOT NULL, counter INTEGER NOT NULL, number INTEGER NOT NULL,
      uid ANY NOT NULL UNIQUE, time INTEGER NOT NULL, kind TEXT NOT NULL, amount INTEGER NOT NULL,
      of_uid ANY, of_length INTEGER
    ) STRICT;
    CREATE TEMP TABLE numbered_rows (
      counter INTEGER NOT NULL, number INTEGER NOT NULL, line INTEGER NOT NULL,
      uid ANY NOT NULL, time INTEGER NOT NULL, kind TEXT NOT NULL, amount INTEGER NOT NULL,
      of_uid ANY, of_length INTEGER, of_number INTEGER, of_seq INTEGER,
      place INTEGER NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL,
      PRIMARY KEY (counter, number)
    ) STRICT, WITHOUT ROWID;
    """

  private static let placeAndSum = """
    row_number() OVER w AS place, sum(amount >> 32) OVER w AS high,
    sum(amount & 0xFFFFFFFF) OVER w AS low
    """

  private static let numberSQL = """
    INSERT INTO numbered_rows (
      counter, number, line, uid, time, kind, amount, of_uid, of_length, of_number, place, high, low)
    SELECT counter, number, line, uid, time, kind, amount, of_uid, of_length,
      (SELECT subject.number FROM staged_rows AS subject WHERE subject.uid = row.of_uid
        AND subject.counter = row.counter AND subject.number < row.number
        AND (subject.of_uid IS NULL OR row.of_length IS NOT NULL)),
      \(placeAndSum)
    FROM staged_rows AS row WINDOW w AS (PARTITION BY counter ORDER BY number)
    """

  private static let renumberSQL = """
    UPDATE numbered_rows SET place = again.place, high = again.high, low = again.low
    FROM (
      SELECT counter, number, \(placeAndSum)
      FROM numbered_rows WINDOW w AS (PARTITION BY counter ORDER BY number)
    ) AS again
    WHERE numbered_rows.counter = again.counter AND numbered_rows.number = again.number
    """
}
