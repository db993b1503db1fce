internal import Domain
internal import GRDB

extension Database {
  /// Checks that the time index has no entry of another counter at its ends.
  ///
  /// - Throws: `Refusal.storeDamaged`.
  func checkIndex(of access: Access) throws {
    let strays = try row(Self.straysSQL, [access.counter.id, access.owner])
    guard try strays?.value(0) as Int64? == 0 else {
      throw Refusal.storeDamaged(cause: "the time index has an entry of another counter")
    }
  }

  /// Counts which of the first and the last entry of a counter in the time index differ from their
  /// rows. If a damaged index has another counter's entry under this number, it is next to the
  /// counter's own entries, so it is one of these two. The plus signs keep SQLite from using the
  /// index for the comparison.
  static let straysSQL = """
    SELECT count(*) FROM (
      SELECT * FROM (SELECT seq, time, summed FROM changes INDEXED BY changes_time
        WHERE counter_id = ?1 ORDER BY time LIMIT 1)
      UNION ALL
      SELECT * FROM (SELECT seq, time, summed FROM changes INDEXED BY changes_time
        WHERE counter_id = ?1 ORDER BY time DESC LIMIT 1)
    ) AS entry
    LEFT JOIN changes AS change ON change.counter_id = ?1 AND change.seq = entry.seq
      AND +change.user_id = ?2 AND +change.time = entry.time AND +change.summed = entry.summed
    WHERE change.seq IS NULL
    """
}
