internal import Domain

/// Undos and redos whose subject the account has, but not their file.
///
/// An undo has no effect if its subject is undone already. A redo has none if its subject stands, or
/// if another undo still holds it back. An import leaves those out, so that two files have the same
/// result in either order. `loose_undos` remembers them, and those that became ordinary imported
/// changes, because nothing in `changes` counts them.
struct LooseUndos<Connection: SQLConnection> {
  let database: Connection
  /// The account that imports.
  let owner: Int64

  private struct Subject: Hashable {
    let counter: Int64
    let last: Int64
    let length: Int64
  }

  /// How often a subject is undone: as the count shows, and by all undos that are known.
  private struct Times {
    var shown: Int64
    var all: Int64

    /// Processes an undo (1) or redo (-1), and returns whether it has an effect.
    mutating func take(_ step: Int64, isHeldBack: Bool) -> Bool {
      let isFirst = step > 0 ? shown == 0 && all == 0 : shown > 0 && all == 1
      all += step
      guard isFirst, !isHeldBack else { return false }
      shown += step
      return true
    }
  }

  /// The staged rows that have no effect, in the order of the file.
  func withoutEffect() throws -> [(counter: Int64, number: Int64)] {
    let rows = try database.rows(ImportSQL.aboutKnownRows, [owner])
    var subjects: [Int64: Set<Int64>] = [:]
    for row in rows { subjects[try row.value(2), default: []].insert(try row.value(3)) }
    var heldBack: [Int64: Set<Int64>] = [:]
    for (counter, entries) in subjects {
      heldBack[counter] = try UndoMarks(database: database, counter: counter, owner: owner)
        .takenBack(of: entries)
    }
    var times: [Subject: Times] = [:]
    var found: [(counter: Int64, number: Int64)] = []
    for row in rows {
      let subject = Subject(
        counter: try row.value(2), last: try row.value(3), length: try row.value(4))
      let undone: Int64 = try row.value(6)
      var now =
        try times[subject]
        ?? Times(shown: undone + row.value(7), all: undone + row.value(8))
      let hasEffect = now.take(
        try row.value(5), isHeldBack: heldBack[subject.counter]?.contains(subject.last) == true)
      times[subject] = now
      if !hasEffect { found.append((try row.value(0), try row.value(1))) }
    }
    return found
  }
}

extension ImportSQL {
  /// Drops the rows that were noted.
  static let dropLoose = """
    DELETE FROM numbered_rows AS row WHERE of_uid IS NOT NULL AND EXISTS (
      SELECT 1 FROM loose_undos AS known JOIN counters ON counters.id = known.counter_id
      WHERE known.uid = row.uid AND counters.user_id = ? AND \(isKnown(by: "known.author_key")))
    """

  /// A single subject that is an undo or redo itself is an import of one change.
  static let markUnits = """
    UPDATE numbered_rows SET of_length = 1 WHERE (counter, number) IN (
      SELECT row.counter, row.number FROM \(aboutKnown) AND subject.of_seq IS NOT NULL)
    AND of_length IS NULL
    """

  /// The rows, each with its subject and how often that is undone: of several changes, the one that is
  /// undone least.
  static let aboutKnownRows = """
    SELECT row.counter, row.number, staged.counter_id, subject.seq, coalesce(row.of_length, 1), \(step),
      (SELECT min(undone) FROM changes
        WHERE counter_id = staged.counter_id AND user_id = ?1
        AND seq BETWEEN subject.seq + 1 - coalesce(row.of_length, 1) AND subject.seq),
      (SELECT count(CASE WHEN step = 1 THEN 1 END) - count(CASE WHEN step = -1 THEN 1 END)
        FROM loose_undos WHERE \(isAboutSubject) AND has_effect = 1),
      (SELECT count(CASE WHEN step = 1 THEN 1 END) - count(CASE WHEN step = -1 THEN 1 END)
        FROM loose_undos WHERE \(isAboutSubject))
    FROM \(aboutKnown) ORDER BY row.counter, row.number
    """

  private static let isAboutSubject = "counter_id = staged.counter_id AND of_seq = subject.seq"

  /// Notes a row without effect.
  static let noteWithoutEffect = """
    INSERT INTO loose_undos SELECT \(noted(step, hasEffect: false))
    FROM (
      SELECT row.*, staged.counter_id, subject.seq AS subject_seq FROM \(aboutKnown)
      AND row.counter = ?2 AND row.number = ?3
    ) AS row
    WHERE TRUE ON CONFLICT DO NOTHING
    """

  /// Notes the undos and redos of a row that was left out, which takes that one's step back or
  /// repeats it.
  static let noteAboutLoose = """
    INSERT INTO loose_undos SELECT
      \(noted("CASE row.kind WHEN 'undo' THEN -step ELSE step END", hasEffect: false))
    FROM (
      SELECT row.*, staged.counter_id, loose.of_seq AS subject_seq, loose.step
      FROM numbered_rows AS row JOIN staged_counters AS staged ON staged.id = row.counter
      JOIN loose_undos AS loose
      ON loose.uid = row.of_uid AND loose.counter_id = staged.counter_id
      WHERE \(isAboutNoneOfFile) AND NOT EXISTS (
        SELECT 1 FROM changes
        WHERE changes.uid = row.of_uid AND user_id = ?1 AND changes.nth = row.of_nth)
    ) AS row
    WHERE TRUE ON CONFLICT DO NOTHING
    """

  /// Notes the rows that become ordinary imported changes.
  static let noteUnlinked = """
    INSERT INTO loose_undos SELECT \(noted(step, hasEffect: true))
    FROM (
      SELECT row.*, staged.counter_id, subject.seq AS subject_seq FROM \(aboutKnown)
      AND row.of_seq IS NULL
    ) AS row
    WHERE TRUE ON CONFLICT DO NOTHING
    """

  private static let aboutKnown = """
    numbered_rows AS row JOIN staged_counters AS staged ON staged.id = row.counter
    JOIN changes AS subject
    ON subject.uid = row.of_uid AND subject.user_id = ?1 AND subject.nth = row.of_nth
    WHERE staged.counter_id = +subject.counter_id AND \(isAboutNoneOfFile)
    AND \(hasAmount(of: "row"))
    """

  private static let isAboutNoneOfFile = """
    row.of_uid IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM numbered_rows AS own
      WHERE own.counter = row.counter AND own.number = row.of_number)
    """

  private static let step = "CASE row.kind WHEN 'undo' THEN 1 ELSE -1 END"

  /// The columns of `loose_undos`.
  private static func noted(_ step: String, hasEffect: Bool) -> String {
    """
    row.counter_id, row.subject_seq, row.uid, row.author_key, row.time, row.amount, \(step),
    \(hasEffect ? 1 : 0)
    """
  }
}
