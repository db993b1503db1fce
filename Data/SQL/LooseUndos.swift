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
    let subjects = try rows.map {
      Subject(counter: try $0.value(2), last: try $0.value(3), length: try $0.value(4))
    }
    var heldBack: [Int64: Set<Int64>] = [:]
    for (counter, subjects) in Dictionary(grouping: subjects, by: \.counter) {
      heldBack[counter] = try UndoMarks(database: database, counter: counter, owner: owner)
        .takenBack(of: Set(subjects.map(\.last)))
    }
    var times: [Subject: Times] = [:]
    var found: [(counter: Int64, number: Int64)] = []
    for (row, subject) in zip(rows, subjects) {
      var now = try times[subject] ?? self.times(of: subject)
      let hasEffect = now.take(
        try row.value(5), isHeldBack: heldBack[subject.counter]?.contains(subject.last) == true)
      times[subject] = now
      if !hasEffect { found.append((try row.value(0), try row.value(1))) }
    }
    return found
  }

  /// How often a subject is undone in the account: of several changes, the one that is undone least.
  private func times(of subject: Subject) throws -> Times {
    let undone: Int64? = try database.value(
      """
      SELECT min(undone) FROM changes
      WHERE counter_id = ? AND user_id = ? AND seq BETWEEN ? AND ?
      """, [subject.counter, owner, subject.last - subject.length + 1, subject.last])
    var times = Times(shown: undone ?? 0, all: undone ?? 0)
    for row in try database.rows(
      "SELECT step, has_effect FROM loose_undos WHERE counter_id = ? AND of_seq = ?",
      [subject.counter, subject.last])
    {
      let (step, hasEffect): (Int64, Int64) = (try row.value(0), try row.value(1))
      times.all += step
      if hasEffect == 1 { times.shown += step }
    }
    return times
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

  /// The rows, each with its subject and its step.
  static let aboutKnownRows = """
    SELECT row.counter, row.number, staged.counter_id, subject.seq, coalesce(row.of_length, 1), \(step)
    FROM \(aboutKnown) ORDER BY row.counter, row.number
    """

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
    row.of_uid IS NOT NULL AND row.kind <> 'revert' AND NOT EXISTS (
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
