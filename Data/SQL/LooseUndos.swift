internal import Domain

/// Undos and redos whose subject the account has, but not their file.
///
/// How often the subject is undone decides whether they have an effect: an undo of what is undone
/// already has none, and neither has a redo of what another undo still holds back. An import leaves
/// those out, so that two files have the same result in either order. `loose_undos` remembers them,
/// and those that became ordinary imported changes, because nothing in `changes` counts them.
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

  /// Notes the rows after which their subject is undone as much as before. Of several subjects, the
  /// one that is undone least counts.
  static let noteWithoutEffect = """
    INSERT INTO loose_undos SELECT \(noted("step"))
    FROM (
      SELECT row.*, staged.counter_id, subject.seq AS subject_seq, \(step) AS step,
        sum(\(step)) OVER (
          PARTITION BY staged.counter_id, subject.seq, coalesce(row.of_length, 1)
          ORDER BY row.number)
        + (SELECT min(undone) FROM changes
          WHERE counter_id = staged.counter_id AND user_id = ?1
          AND seq BETWEEN subject.seq + 1 - coalesce(row.of_length, 1) AND subject.seq)
        + (SELECT coalesce(sum(step), 0) FROM loose_undos
          WHERE counter_id = staged.counter_id AND of_seq = subject.seq) AS times
      FROM \(aboutKnown)
    ) AS row
    WHERE times <> CASE row.kind WHEN 'undo' THEN 1 ELSE 0 END
    ON CONFLICT DO NOTHING
    """

  /// Notes the undos and redos of a row that was left out, which takes that one's step back or
  /// repeats it.
  static let noteAboutLoose = """
    INSERT INTO loose_undos SELECT \(noted("CASE row.kind WHEN 'undo' THEN -step ELSE step END"))
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
    INSERT INTO loose_undos SELECT \(noted(step))
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
  private static func noted(_ step: String) -> String {
    "row.counter_id, row.subject_seq, row.uid, row.author_key, row.time, row.amount, \(step)"
  }
}
