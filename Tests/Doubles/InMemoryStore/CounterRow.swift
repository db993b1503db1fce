import Domain

/// A counter with its history, which is kept by the rules of counting.
struct CounterRow: Sendable {
  private struct Entry: Sendable {
    let change: Change
    /// What lay below it on the stack that it was pushed on.
    var below: Int64?
    /// The entries that an undo or redo is about.
    let subject: ClosedRange<Int64>?
    /// Where the import began that it came in with.
    var first: Int64?
  }

  let id: Int64
  let owner: Int64
  var name: CounterName
  /// What its making is known by.
  let uid: Change.ID
  let createdAt: Timestamp
  private var entries: [Entry] = []
  private var changedAt: Timestamp?
  private var standing = Standing()

  init(id: Int64, owner: Int64, name: CounterName, uid: Change.ID, createdAt: Timestamp) {
    self.id = id
    self.owner = owner
    self.name = name
    self.uid = uid
    self.createdAt = createdAt
  }

  var changes: [Change] { entries.map(\.change) }

  var counter: Counter {
    Counter(id: id, name: name, count: standing.count, changedAt: changedAt)
  }

  var extent: CounterExtent {
    CounterExtent(counter: counter, id: uid, createdAt: createdAt, length: standing.lastSequence)
  }

  mutating func perform(
    _ command: CountCommand, as id: Change.ID, at time: Timestamp, now: Timestamp
  ) throws(Refusal) -> Applied.Outcome {
    let step = standing.top(for: command).map { self.step(at: $0) }
    guard let draft = try standing.perform(command, on: step) else {
      return Applied.Outcome(event: .made(.add(0)), count: standing.count)
    }
    let change = Change(
      id: id, time: time, event: draft.event, amount: draft.amount, count: draft.count)
    entries.append(Entry(change: change, below: draft.below, subject: step?.entries))
    changedAt = now
    return Applied.Outcome(event: draft.event, count: draft.count)
  }

  private subscript(_ sequence: Int64) -> Entry { entries[Int(sequence) - 1] }

  private func step(at top: Int64) -> UndoStep {
    let entry = self[top]
    let numbers = entry.first.map { $0...top } ?? entry.subject ?? top...top
    let (first, last) = (self[numbers.lowerBound].change, self[numbers.upperBound].change)
    let edit: Edit =
      switch entry.change.event {
      case _ where entry.first != nil: .imported(changes: Int64(numbers.count))
      case .made(let edit), .undid(let edit, _), .redid(let edit, _): edit
      }
    return UndoStep(
      edit: edit, original: last.id, entries: numbers,
      amount: last.count &- (first.count &- first.amount), below: entry.below)
  }

  /// Appends rows of a file, none of them a `new` one, as one step.
  ///
  /// - Throws: `Refusal.badRow`; then some of them are there.
  mutating func append(_ rows: [NumberedRow], now: Timestamp) throws(Refusal) {
    guard let last = rows.last else { return }
    let start = entries.count
    var unit = ImportUnit(after: standing)
    for entry in rows {
      let row = entry.row
      do { try unit.append(row.change) } catch { throw .badRow(line: entry.line, .outOfRange) }
      let subject = self.subject(of: row, among: rows, from: start)
      let event: Change.Event =
        if let subject, let of = row.of {
          row.kind == .undo ? .undid(subject.edit, of: of) : .redid(subject.edit, of: of)
        } else {
          .made(row.kind == .change ? .add(row.change) : .imported(changes: 1))
        }
      let change = Change(
        id: row.id, time: row.time, event: event, amount: row.change, count: unit.count)
      entries.append(Entry(change: change, subject: subject?.numbers, first: Int64(start) + 1))
    }
    entries[entries.count - 1].below = standing.tops.undo
    do { standing = try unit.standing() } catch { throw .badRow(line: last.line, .outOfRange) }
    changedAt = now
  }

  /// What a row is about that says to be an undo or redo, if that is there.
  private func subject(of row: TransferRow, among rows: [NumberedRow], from start: Int)
    -> (edit: Edit, numbers: ClosedRange<Int64>)?
  {
    guard row.kind == .undo || row.kind == .redo, let of = row.of,
      let last = entries.firstIndex(where: { $0.change.id == of })
    else { return nil }
    let number = Int64(last) + 1
    if row.changes == 1 {
      // What a file says to be an undo or redo is not what another one is about, whatever becomes of it.
      let isUndo = last >= start && rows[last - start].isAboutAnother
      guard !isUndo, case .made(let edit) = entries[last].change.event else { return nil }
      return (edit, number...number)
    }
    guard row.changes <= number else { return nil }
    let numbers = number - row.changes + 1...number
    if last < start {
      guard let first = entries[last].first, first <= numbers.lowerBound else { return nil }
    } else {
      let place = Int(numbers.lowerBound) - 1 - start
      guard place >= 0,
        rows[last - start].number - rows[place].number == numbers.count - 1
      else { return nil }
    }
    return (.imported(changes: row.changes), numbers)
  }

  /// How often each change is taken back, by undos and redos that are not.
  private var undone: [Int] {
    var undone = entries.map { _ in 0 }
    for (place, entry) in entries.enumerated().reversed() {
      guard let subject = entry.subject, undone[place] <= 0 else { continue }
      let sign = if case .undid = entry.change.event { 1 } else { -1 }
      for number in subject { undone[Int(number) - 1] += sign }
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
