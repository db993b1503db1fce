internal import Domain
internal import GRDB

/// Writes what happens to one counter in one transaction: appends to its history and moves its count
/// along.
struct Ledger {
  let database: Database
  let counter: Int64
  let user: Int64
  let now: Timestamp

  /// Does an entry's command, or says why it is refused; then nothing was done.
  func perform(_ entry: Entry) throws -> Result<Applied.Outcome, Refusal> {
    if entry.command == .add(0) { return .success(try standing()) }
    let stamp = Stamp(
      uid: entry.id.map(ChangeUID.value) ?? ChangeUID.new(at: now).databaseValue,
      time: entry.time ?? now)
    return switch entry.command {
    case .add(let amount):
      try append(Self.addSQL, value: amount, kind: "change", made: .add(amount), as: stamp)
    case .set(let value):
      try append(Self.setSQL, value: value, kind: "set", made: .set(value), as: stamp)
    case .reset: try append(Self.setSQL, value: 0, kind: "reset", made: .reset, as: stamp)
    case .undo: try undo(as: stamp)
    case .redo: try redo(as: stamp)
    }
  }

  /// What a new row is known by, and when it happened.
  private struct Stamp {
    let uid: DatabaseValue
    let time: Timestamp
  }

  /// What comes of adding nothing: the count, and no entry.
  private func standing() throws -> Applied.Outcome {
    let count: Int64? = try database.value(
      "SELECT count FROM counters WHERE id = ? AND user_id = ?", [counter, user])
    guard let count else {
      throw Refusal.storeDamaged(cause: "a counter that was just found is gone")
    }
    return Applied.Outcome(event: .made(.add(0)), count: count)
  }

  private func append(
    _ sql: String, value: Int64, kind: String, made edit: Edit, as stamp: Stamp
  ) throws -> Result<Applied.Outcome, Refusal> {
    try database.run(sql, [counter, user, value, kind, stamp.time.milliseconds, stamp.uid])
    // The statement has a condition of its own: that the number does not leave 64 bits.
    guard database.changesCount > 0 else { return .failure(.outOfRange) }
    // A RETURNING clause would tell as well, and takes twice the time of all the rest.
    guard let row = try database.row(Self.lastSQL, [counter, user]) else {
      throw Refusal.storeDamaged(cause: "a change that was just made is missing")
    }
    let (sequence, count): (Int64, Int64) = (try row.value(0), try row.value(1))
    try moveCounter(to: count, undo: sequence, redo: nil, last: sequence)
    return .success(Applied.Outcome(event: .made(edit), count: count))
  }

  private func undo(as stamp: Stamp) throws -> Result<Applied.Outcome, Refusal> {
    guard let stacks = try stacks(top: "undo_seq") else { return .failure(.nothingToUndo) }
    let sequence = try append("undo", of: stacks, to: stacks.before, below: stacks.redo, as: stamp)
    try moveCounter(to: stacks.before, undo: stacks.below, redo: sequence, last: sequence)
    try mark(stacks, undoneBy: 1)
    let event = Change.Event.undid(stacks.edit, of: stacks.id)
    return .success(Applied.Outcome(event: event, count: stacks.before))
  }

  private func redo(as stamp: Stamp) throws -> Result<Applied.Outcome, Refusal> {
    guard let stacks = try stacks(top: "redo_seq") else { return .failure(.nothingToRedo) }
    let sequence = try append("redo", of: stacks, to: stacks.after, below: stacks.undo, as: stamp)
    try moveCounter(to: stacks.after, undo: sequence, redo: stacks.below, last: sequence)
    try mark(stacks, undoneBy: -1)
    let event = Change.Event.redid(stacks.edit, of: stacks.id)
    return .success(Applied.Outcome(event: event, count: stacks.after))
  }

  private func append(
    _ kind: String, of stacks: Stacks, to count: Int64, below: Int64?, as stamp: Stamp
  ) throws -> Int64 {
    let sequence = stacks.last &+ 1
    try database.run(
      """
      INSERT INTO changes
        (counter_id, user_id, seq, uid, time, kind, amount, count, of_seq, of_length, below_seq, summed)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
      """,
      [
        counter, user, sequence, stamp.uid, stamp.time.milliseconds, kind,
        count &- stacks.count, count, stacks.unit.upperBound, stacks.edit.length, below,
      ])
    return sequence
  }

  private func moveCounter(to count: Int64, undo: Int64?, redo: Int64?, last: Int64) throws {
    try database.run(
      """
      UPDATE counters SET count = ?, undo_seq = ?, redo_seq = ?, last_seq = ?, changed_at = ?
      WHERE id = ? AND user_id = ?
      """,
      [count, undo, redo, last, now.milliseconds, counter, user])
  }

  private func mark(_ stacks: Stacks, undoneBy step: Int64) throws {
    // An import may have brought undos, which no longer count, or count again.
    if stacks.edit.length != nil {
      return try UndoMarks(database: database, counter: counter, user: user)
        .recount(from: stacks.unit.lowerBound)
    }
    try database.run(
      """
      UPDATE changes SET undone = undone + ?1,
        summed = CASE WHEN kind = 'change' AND undone + ?1 = 0 THEN amount ELSE 0 END
      WHERE counter_id = ?2 AND user_id = ?3 AND seq = ?4
      """,
      [step, counter, user, stacks.unit.upperBound])
  }
}

extension Ledger {
  /// Adds ?3, unless the sum, or what would take it back, is no 64-bit number: SQLite would quietly go on
  /// with a fraction.
  static let addSQL = """
    INSERT INTO changes
      (counter_id, user_id, seq, uid, time, kind, amount, count, below_seq, summed)
    SELECT id, user_id, last_seq + 1, ?6, ?5, ?4, ?3, count + ?3, undo_seq, ?3 FROM counters
    WHERE id = ?1 AND user_id = ?2 AND CASE WHEN ?3 >= 0
      THEN count <= 0x7FFFFFFFFFFFFFFF - ?3
      ELSE ?3 > 0x8000000000000000 AND count >= 0x8000000000000000 - ?3 END
    """

  /// Sets to ?3, unless the difference, or what would take it back, is no 64-bit number.
  static let setSQL = """
    INSERT INTO changes
      (counter_id, user_id, seq, uid, time, kind, amount, count, below_seq, summed)
    SELECT id, user_id, last_seq + 1, ?6, ?5, ?4, ?3 - count, ?3, undo_seq, 0 FROM counters
    WHERE id = ?1 AND user_id = ?2 AND CASE WHEN count >= 0
      THEN ?3 > 0x8000000000000000 + count ELSE ?3 <= 0x7FFFFFFFFFFFFFFF + count END
    """

  static let lastSQL = """
    SELECT seq, count FROM changes WHERE counter_id = ? AND user_id = ? ORDER BY seq DESC LIMIT 1
    """

  /// What the stack whose top is in the column `top` has there, with both stacks. The last row of an
  /// import stands for the import, also where it tells of an undo that was done elsewhere.
  static func stacksSQL(top: String) -> String {
    """
    SELECT counters.count, counters.last_seq, counters.undo_seq, counters.redo_seq,
      top.below_seq, edit.uid, first.count, first.amount, first.seq,
      \(Edit.columns(of: "edit"))
    FROM counters
    JOIN changes AS top ON top.counter_id = counters.id AND top.seq = counters.\(top)
      AND top.user_id = counters.user_id
    LEFT JOIN changes AS edit ON edit.counter_id = counters.id
      AND edit.seq = CASE WHEN top.first_seq IS NULL THEN coalesce(top.of_seq, top.seq) ELSE top.seq END
      AND edit.user_id = counters.user_id
    LEFT JOIN changes AS first ON first.counter_id = counters.id
      AND first.seq = coalesce(edit.first_seq, edit.seq) AND first.user_id = counters.user_id
    WHERE counters.id = ? AND counters.user_id = ?
    """
  }

  /// The counter's two stacks, and what the one that is asked for has on top.
  private struct Stacks {
    let count: Int64
    let last: Int64
    let undo: Int64?
    let redo: Int64?
    /// What lies below the top.
    let below: Int64?
    /// What the top made, took back or made again.
    let edit: Edit
    let id: Change.ID
    /// The rows of the edit.
    let unit: ClosedRange<Int64>
    /// The counts before and after the edit.
    let before: Int64
    let after: Int64
  }

  private func stacks(top: String) throws -> Stacks? {
    let row = try database.row(Self.stacksSQL(top: top), [counter, user])
    guard let row else { return nil }
    let (firstCount, firstAmount): (Int64, Int64) = (try row.value(6), try row.value(7))
    let (first, last): (Int64, Int64) = (try row.value(8), try row.value(12))
    guard first <= last else { throw Refusal.storeDamaged(cause: "an import ends before it began") }
    return Stacks(
      count: try row.value(0), last: try row.value(1), undo: try row.value(2),
      redo: try row.value(3), below: try row.value(4), edit: try Edit(unitInRow: row, from: 9),
      id: try ChangeUID.id(row[5]), unit: first...last, before: firstCount &- firstAmount,
      after: try row.value(11))
  }
}
