internal import Domain
internal import GRDB

/// Writes what happens to one counter in one transaction: appends to its history and moves its count
/// along.
struct Ledger {
  private let database: Database
  private let counter: Int64
  private let user: Int64
  private let now: Timestamp
  private var position: Position

  /// Where a counter stands.
  private struct Position {
    let count: Int64
    /// The end of the history, 0 where it is empty.
    let last: Int64
    /// The tops of the stacks of what can be undone and redone.
    let undo: Int64?
    let redo: Int64?
  }

  /// What a new row is known by, and when it happened.
  private struct Stamp {
    let uid: DatabaseValue
    let time: Timestamp
  }

  /// The ledger of a counter, if it is one of the session's account.
  ///
  /// - Throws: `Refusal.noSuchCounter`.
  init(of counter: Counter, in session: Session, at now: Timestamp, _ database: Database) throws {
    self.database = database
    self.counter = counter.id
    self.user = session.user.id
    self.now = now
    guard let row = try database.row(Self.positionSQL, [counter.id, session.user.id]) else {
      throw Refusal.noSuchCounter(counter)
    }
    position = Position(
      count: try row.value(0), last: try row.value(1), undo: try row.value(2),
      redo: try row.value(3))
  }

  /// Does an entry's command, or says why it is refused; then nothing was done.
  mutating func perform(_ entry: Entry) throws -> Result<Applied.Outcome, Refusal> {
    let stamp = Stamp(
      uid: entry.id.map(ChangeUID.value) ?? ChangeUID.new(at: now).databaseValue,
      time: entry.time ?? now)
    let amount: Int64
    do throws(Refusal) {
      amount = try entry.command.amount(at: position.count) ?? 0
    } catch {
      return .failure(error)
    }
    let event: Change.Event
    switch entry.command {
    case .add: event = try make(.add(amount), "change", by: amount, summed: amount, as: stamp)
    case .set(let value): event = try make(.set(value), "set", by: amount, as: stamp)
    case .reset: event = try make(.reset, "reset", by: amount, as: stamp)
    case .undo:
      guard let top = position.undo else { return .failure(.nothingToUndo) }
      event = try undo(try unit(on: top), as: stamp)
    case .redo:
      guard let top = position.redo else { return .failure(.nothingToRedo) }
      event = try redo(try unit(on: top), as: stamp)
    }
    return .success(Applied.Outcome(event: event, count: position.count))
  }

  private mutating func make(
    _ edit: Edit, _ kind: String, by amount: Int64, summed: Int64 = 0, as stamp: Stamp
  ) throws -> Change.Event {
    let count = position.count &+ amount
    let sequence = try append(kind, to: count, below: position.undo, summed: summed, as: stamp)
    try move(to: Position(count: count, last: sequence, undo: sequence, redo: nil))
    return .made(edit)
  }

  private mutating func undo(_ unit: Unit, as stamp: Stamp) throws -> Change.Event {
    let sequence = try append("undo", of: unit, to: unit.before, below: position.redo, as: stamp)
    try move(
      to: Position(count: unit.before, last: sequence, undo: unit.below, redo: sequence))
    try mark(unit, undoneBy: 1)
    return .undid(unit.edit, of: unit.id)
  }

  private mutating func redo(_ unit: Unit, as stamp: Stamp) throws -> Change.Event {
    let sequence = try append("redo", of: unit, to: unit.after, below: position.undo, as: stamp)
    try move(
      to: Position(count: unit.after, last: sequence, undo: sequence, redo: unit.below))
    try mark(unit, undoneBy: -1)
    return .redid(unit.edit, of: unit.id)
  }

  private func append(
    _ kind: String, of unit: Unit? = nil, to count: Int64, below: Int64?, summed: Int64 = 0,
    as stamp: Stamp
  ) throws -> Int64 {
    let sequence = position.last &+ 1
    try database.run(
      """
      INSERT INTO changes
        (counter_id, user_id, seq, uid, time, kind, amount, count, of_seq, of_length, below_seq, summed)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        counter, user, sequence, stamp.uid, stamp.time.milliseconds, kind,
        count &- position.count, count, unit?.rows.upperBound, unit?.edit.length, below, summed,
      ])
    return sequence
  }

  private mutating func move(to new: Position) throws {
    try database.run(
      """
      UPDATE counters SET count = ?, undo_seq = ?, redo_seq = ?, last_seq = ?, changed_at = ?
      WHERE id = ? AND user_id = ?
      """,
      [new.count, new.undo, new.redo, new.last, now.milliseconds, counter, user])
    position = new
  }

  private func mark(_ unit: Unit, undoneBy step: Int64) throws {
    try database.run(
      """
      UPDATE changes SET undone = undone + ?1,
        summed = CASE WHEN kind = 'change' AND undone + ?1 = 0 THEN amount ELSE 0 END
      WHERE counter_id = ?2 AND user_id = ?3 AND seq BETWEEN ?4 AND ?5
      """,
      [step, counter, user, unit.rows.lowerBound, unit.rows.upperBound])
  }
}

extension Ledger {
  static let positionSQL = """
    SELECT count, last_seq, undo_seq, redo_seq FROM counters WHERE id = ? AND user_id = ?
    """

  /// What a stack has on top. The last row of an import stands for the import, also where it tells of an
  /// undo that was done elsewhere.
  static let unitSQL = """
    SELECT top.below_seq, edit.uid, first.count, first.amount, first.seq,
      \(Edit.columns(of: "edit"))
    FROM changes AS top
    LEFT JOIN changes AS edit ON edit.counter_id = top.counter_id
      AND edit.seq = CASE WHEN top.first_seq IS NULL THEN coalesce(top.of_seq, top.seq) ELSE top.seq END
      AND edit.user_id = top.user_id
    LEFT JOIN changes AS first ON first.counter_id = top.counter_id
      AND first.seq = coalesce(edit.first_seq, edit.seq) AND first.user_id = top.user_id
    WHERE top.counter_id = ? AND top.user_id = ? AND top.seq = ?
    """

  /// What is undone and redone as one.
  private struct Unit {
    /// What lies below it on its stack.
    let below: Int64?
    let edit: Edit
    let id: Change.ID
    let rows: ClosedRange<Int64>
    /// The counts before and after the edit.
    let before: Int64
    let after: Int64
  }

  private func unit(on top: Int64) throws -> Unit {
    guard let row = try database.row(Self.unitSQL, [counter, user, top]) else {
      throw Refusal.storeDamaged(cause: "what can be undone or redone is missing")
    }
    let (firstCount, firstAmount): (Int64, Int64) = (try row.value(2), try row.value(3))
    let (first, last): (Int64, Int64) = (try row.value(4), try row.value(8))
    guard first <= last else { throw Refusal.storeDamaged(cause: "an import ends before it began") }
    return Unit(
      below: try row.value(0), edit: try Edit(unitInRow: row, from: 5),
      id: try ChangeUID.id(row[1]), rows: first...last, before: firstCount &- firstAmount,
      after: try row.value(7))
  }
}
