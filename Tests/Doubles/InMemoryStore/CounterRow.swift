import Domain

/// A counter with its history and what of it can be taken back and made again.
struct CounterRow: Sendable {
  private struct Step: Sendable {
    let edit: Edit
    let original: Change.ID
    /// Where in the history the step's changes are.
    let places: Range<Int>
    let before: Int64
    let after: Int64
  }

  let id: Int64
  let owner: Int64
  var name: CounterName
  /// What its making is known by.
  let uid: Change.ID
  let createdAt: Timestamp
  private(set) var changes: [Change] = []
  private var changedAt: Timestamp?
  private var undoable: [Step] = []
  private var redoable: [Step] = []
  /// For each change what it takes back, or makes again where the sign is -1.
  private var reversals: [(sign: Int, places: Range<Int>)?] = []
  /// Where the changes are that came in with each import.
  private var imports: [Range<Int>] = []

  init(id: Int64, owner: Int64, name: CounterName, uid: Change.ID, createdAt: Timestamp) {
    self.id = id
    self.owner = owner
    self.name = name
    self.uid = uid
    self.createdAt = createdAt
  }

  var counter: Counter { Counter(id: id, name: name, count: count, changedAt: changedAt) }

  var extent: CounterExtent {
    CounterExtent(counter: counter, id: uid, createdAt: createdAt, length: Int64(changes.count))
  }

  private var count: Int64 { changes.last?.count ?? 0 }

  mutating func perform(
    _ command: CountCommand, as id: Change.ID, at time: Timestamp, now: Timestamp
  ) throws(Refusal) -> Applied.Outcome {
    let edit: Edit
    switch command {
    case .add(0): return Applied.Outcome(event: .made(.add(0)), count: count)
    case .add(let amount): edit = .add(amount)
    case .set(let value): edit = .set(value)
    case .reset: edit = .reset
    case .undo:
      guard let step = undoable.popLast() else { throw .nothingToUndo }
      redoable.append(step)
      return append(
        .undid(step.edit, of: step.original), as: id, at: time, now: now, count: step.before,
        reversing: (1, step.places))
    case .redo:
      guard let step = redoable.popLast() else { throw .nothingToRedo }
      undoable.append(step)
      return append(
        .redid(step.edit, of: step.original), as: id, at: time, now: now, count: step.after,
        reversing: (-1, step.places))
    }
    let after = count &+ (try command.amount(at: count) ?? 0)
    undoable.append(
      Step(
        edit: edit, original: id, places: changes.count..<changes.count + 1, before: count,
        after: after))
    redoable = []
    return append(.made(edit), as: id, at: time, now: now, count: after)
  }

  private mutating func append(
    _ event: Change.Event, as id: Change.ID, at time: Timestamp, now: Timestamp, count after: Int64,
    reversing reversal: (sign: Int, places: Range<Int>)? = nil
  ) -> Applied.Outcome {
    changes.append(
      Change(id: id, time: time, event: event, amount: after &- count, count: after))
    reversals.append(reversal)
    changedAt = now
    return Applied.Outcome(event: event, count: after)
  }

  /// Appends rows of a file, none of them a `new` one, as one step.
  ///
  /// - Throws: `Refusal.badRow`; then some of them are there.
  mutating func append(_ rows: [NumberedRow], now: Timestamp) throws(Refusal) {
    guard let last = rows.last else { return }
    let (start, before) = (changes.count, count)
    for entry in rows {
      let row = entry.row
      let (after, overflow) = count.addingReportingOverflow(row.change)
      guard !overflow else { throw .badRow(line: entry.line, .outOfRange) }
      let subject = subject(of: row, among: rows, from: start)
      let event: Change.Event =
        if let subject, let of = row.of {
          row.kind == .undo ? .undid(subject.edit, of: of) : .redid(subject.edit, of: of)
        } else {
          .made(row.kind == .change ? .add(row.change) : .imported(changes: 1))
        }
      _ = append(
        event, as: row.id, at: row.time, now: now, count: after,
        reversing: subject.map { (row.kind == .undo ? 1 : -1, $0.places) })
    }
    let (total, overflow) = count.subtractingReportingOverflow(before)
    guard !overflow, total.isReversible else { throw .badRow(line: last.line, .outOfRange) }
    redoable = []
    imports.append(start..<changes.count)
    undoable.append(
      Step(
        edit: .imported(changes: Int64(rows.count)), original: last.row.id,
        places: start..<changes.count, before: before, after: count))
  }

  /// What a row is about that says to be an undo or redo, if that is there.
  private func subject(of row: TransferRow, among rows: [NumberedRow], from start: Int)
    -> (edit: Edit, places: Range<Int>)?
  {
    guard row.kind == .undo || row.kind == .redo, let of = row.of,
      let last = changes.firstIndex(where: { $0.id == of })
    else { return nil }
    if row.changes == 1 {
      // What a file says to be an undo or redo is not what another one is about, whatever becomes of it.
      let isUndo = last >= start && rows[last - start].isAboutAnother
      guard !isUndo, case .made(let edit) = changes[last].event else { return nil }
      return (edit, last..<last + 1)
    }
    guard row.changes <= last + 1 else { return nil }
    let places = last + 1 - Int(row.changes)..<last + 1
    if last < start {
      guard imports.contains(where: { $0.contains(last) && $0.contains(places.lowerBound) })
      else { return nil }
    } else {
      guard places.lowerBound >= start,
        rows[last - start].number - rows[places.lowerBound - start].number == places.count - 1
      else { return nil }
    }
    return (.imported(changes: row.changes), places)
  }

  /// How often each change is taken back, by undos and redos that are not.
  private var undone: [Int] {
    var undone = changes.map { _ in 0 }
    for (place, reversal) in reversals.enumerated().reversed() {
      guard let reversal, undone[place] <= 0 else { continue }
      for subject in reversal.places { undone[subject] += reversal.sign }
    }
    return undone
  }

  func sum(from start: Timestamp, to end: Timestamp) -> Int64? {
    let sum = zip(changes, undone).reduce(Int128(0)) { sum, entry in
      guard case .made(.add(let amount)) = entry.0.event, entry.1 <= 0,
        entry.0.time >= start, entry.0.time < end
      else { return sum }
      return sum + Int128(amount)
    }
    return Int64(exactly: sum)
  }
}
