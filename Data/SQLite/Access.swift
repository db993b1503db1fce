internal import Domain
internal import GRDB

extension Database {
  /// How the counter stands for its owner, who is its only member; `nil` when the user has no such counter.
  func standing(of counter: Int64, ofUser user: Int64) throws -> Standing? {
    guard let row = try self.row(Standing.loadSQL, [counter, user]) else { return nil }
    return Standing(
      count: try row.value(0), lastSequence: try row.value(1),
      tops: UndoTops(undo: try row.value(2), redo: try row.value(3)))
  }

  /// Moves the counter to a standing of its owner.
  func save(_ standing: Standing, of counter: Int64, ofUser user: Int64, at now: Timestamp) throws {
    try run(
      Standing.saveSQL,
      [
        standing.count, standing.lastSequence, standing.tops.undo, standing.tops.redo,
        now.milliseconds, counter, user,
      ])
  }
}

extension Standing {
  static let loadSQL = """
    SELECT count, last_seq, undo_seq, redo_seq FROM counters WHERE id = ? AND user_id = ?
    """

  static let saveSQL = """
    UPDATE counters SET count = ?, last_seq = ?, undo_seq = ?, redo_seq = ?, changed_at = ?
    WHERE id = ? AND user_id = ?
    """
}
