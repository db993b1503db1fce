internal import Domain

/// Appends imported rows to the tables where they wait for the transaction that saves them.
///
/// `numbered_rows` holds the rows by counter, each with its number, its place among the rows to
/// save, and the sum up to it, so that the transaction is short. It drops equal rows of a counter. The
/// importer is stored as an empty author. A sum may need more than 64 bits, so its upper bits and its
/// lower 32 are kept apart.
struct StagedRows: Sendable {
  private let importer: Username
  private var counters: [Counter] = []
  /// The places of counters by the keys of their names.
  private var named: [String: Int] = [:]
  /// The places of counters by the identifiers under which they were made.
  private var made: [String: Int] = [:]

  /// Begins with empty tables.
  init(of importer: Username) {
    self.importer = importer
  }

  /// Appends rows.
  mutating func append(_ rows: [ImportRow], in database: some SQLConnection) throws {
    for row in rows { try append(row, in: database) }
  }

  private mutating func append(_ row: ImportRow, in database: some SQLConnection) throws {
    let length = counters.count
    let place = place(of: row.row)
    var counter = counters[place]
    if counters.count > length {
      try database.run(
        "INSERT INTO staged_counters (id, first_line, name, name_key) VALUES (?, ?, ?, ?)",
        [counter.id, row.line, row.row.name.text, row.row.name.key])
    }
    try insert(row.row, line: row.line, to: &counter, in: database)
    counters[place] = counter
  }

  /// The place of a row's counter. One that was made under another name before has been renamed.
  private mutating func place(of row: TransferRow) -> Int {
    let making = row.kind == .new && row.id.isMade ? row.id.text : nil
    let renamed = making.flatMap { made[$0] }
    let place = renamed ?? named[row.name.key] ?? counters.count
    if let renamed, named[counters[renamed].name] == renamed {
      named[counters[renamed].name] = nil
    }
    if place == counters.count {
      counters.append(Counter(id: place + 1, name: row.name.key))
    } else if renamed != nil {
      counters[place].name = row.name.key
    }
    if let making { made[making] = place }
    named[row.name.key] = place
    return place
  }

  private struct Counter {
    let id: Int
    /// The key of its newest name.
    var name: String
    var length: Int64 = 0
    var high: Int64 = 0
    var low: Int64 = 0
  }

  private func insert(
    _ row: TransferRow, line: Int, to counter: inout Counter, in database: some SQLConnection
  ) throws {
    let uid = ChangeUID.value(row.id)
    guard row.kind != .new else {
      try database.run(
        "INSERT INTO staged_makings (counter, time, uid) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [counter.id, row.time.milliseconds, uid])
      return
    }
    let hasSubject = [.undo, .redo, .revert].contains(row.kind)
    let subject = hasSubject ? row.of.map(ChangeUID.value) : nil
    let kind =
      [.change, .revert].contains(row.kind) || subject != nil ? row.kind : .imported
    var length = row.changes > 1 && row.kind != .revert ? row.changes : nil
    let key = ChangeMatch.authorKey(of: row.by, for: importer)
    let author = key.isEmpty ? "" : row.by ?? ""
    var number: Int64?
    if let subject,
      let found = try database.row(
        Self.subjectSQL, [subject, counter.id, length == nil ? 0 : 1, key, row.of?.number])
    {
      number = try found.value(0)
      if length == nil { length = try found.value(1) }
    }
    let (high, low) = (counter.high + row.change >> 32, counter.low + row.change & 0xFFFF_FFFF)
    try database.run(
      """
      INSERT INTO numbered_rows (
        line, counter, number, uid, time, kind, amount, of_uid, of_length, of_number, place, high, low,
        author, author_key, nth, of_nth, is_made, note)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?3, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
      ON CONFLICT DO NOTHING
      """,
      [
        line, counter.id, counter.length + 1, uid, row.time.milliseconds, kind.rawValue, row.change,
        subject, length, number, high, low, author, key, row.id.number,
        subject == nil ? nil : row.of?.number, row.id.isMade ? 1 : 0,
        row.note?.text,
      ])
    guard database.changedRows > 0 else { return }
    counter.length += 1
    (counter.high, counter.low) = (high, low)
  }

  /// The earlier row that an undo, redo or revert refers to, and 1 if it is an undo or redo itself: an
  /// import of one change. In files of earlier versions, only the author tells identifiers of several
  /// people apart. The plus sign makes SQLite search by identifier instead of all rows of the counter.
  private static let subjectSQL = """
    SELECT number, CASE WHEN \(ImportSQL.isUndo) THEN 1 END FROM numbered_rows
    WHERE uid = ?1 AND nth = ?5 AND +counter = ?2
    ORDER BY NOT (\(ImportSQL.isUndo)) OR ?3 = 1 DESC, author_key = ?4 DESC, number DESC LIMIT 1
    """

  /// The definitions of the tables, with the engine's types of columns and options of a table.
  static func tables(integer: String, text: String, identifier: String, options: String) -> String {
    """
    CREATE TEMP TABLE staged_counters (
      id \(integer) PRIMARY KEY, first_line \(integer) NOT NULL, name \(text) NOT NULL,
      name_key \(text) NOT NULL, counter_id \(integer), base \(integer), length \(integer)
    ) \(options);
    CREATE INDEX staged_matches ON staged_counters (counter_id);
    CREATE TEMP TABLE staged_makings (
      counter \(integer) NOT NULL, time \(integer) NOT NULL, uid \(identifier) NOT NULL UNIQUE,
      PRIMARY KEY (counter, time, uid)
    ) \(options);
    CREATE TEMP TABLE present_rows (
      counter \(integer) NOT NULL, number \(integer) NOT NULL, counter_id \(integer) NOT NULL,
      PRIMARY KEY (counter, number)
    ) \(options);
    CREATE TEMP TABLE shared_ids (uid \(identifier) NOT NULL PRIMARY KEY) \(options);
    CREATE TEMP TABLE known_rows (
      uid \(identifier) NOT NULL, nth \(integer) NOT NULL, author_key \(text) NOT NULL,
      known_nth \(integer) NOT NULL, PRIMARY KEY (uid, nth, author_key)
    ) \(options);
    CREATE TEMP TABLE repeated_rows (
      counter \(integer) NOT NULL, number \(integer) NOT NULL, first \(integer) NOT NULL,
      PRIMARY KEY (counter, number)
    ) \(options);
    CREATE TEMP TABLE numbered_rows (
      counter \(integer) NOT NULL, number \(integer) NOT NULL, line \(integer) NOT NULL,
      uid \(identifier) NOT NULL, author \(text) NOT NULL, time \(integer) NOT NULL,
      kind \(text) NOT NULL, amount \(integer) NOT NULL, of_uid \(identifier),
      of_length \(integer), of_number \(integer), of_seq \(integer), author_key \(text) NOT NULL,
      nth \(integer) NOT NULL, of_nth \(integer), is_made \(integer) NOT NULL,
      note \(text), place \(integer) NOT NULL, high \(integer) NOT NULL, low \(integer) NOT NULL,
      PRIMARY KEY (counter, number), UNIQUE (uid, nth, author_key, time, amount, counter)
    ) \(options);
    """
  }
}
