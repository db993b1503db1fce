import Domain

/// A counter with its history and what of it can be taken back and made again.
struct CounterRow: Sendable {
  private struct Entry: Sendable {
    let edit: Edit
    let original: Change.ID
    let before: Int64
    let after: Int64
  }

  let id: Int64
  let owner: Int64
  var name: CounterName
  private(set) var changes: [Change] = []
  private var undoable: [Entry] = []
  private var redoable: [Entry] = []
  private var undone: Set<Change.ID> = []

  init(id: Int64, owner: Int64, name: CounterName) {
    self.id = id
    self.owner = owner
    self.name = name
  }

  var counter: Counter {
    Counter(id: id, name: name, count: count, changedAt: changes.last?.time)
  }

  private var count: Int64 { changes.last?.count ?? 0 }

  mutating func perform(_ command: CountCommand, as id: Change.ID, at now: Timestamp)
    throws(Refusal) -> Applied.Outcome
  {
    let edit: Edit
    switch command {
    case .add(let amount): edit = .add(amount)
    case .set(let value): edit = .set(value)
    case .reset: edit = .reset
    case .undo:
      guard let entry = undoable.popLast() else { throw .nothingToUndo }
      redoable.append(entry)
      undone.insert(entry.original)
      return append(.undid(entry.edit, of: entry.original), as: id, at: now, count: entry.before)
    case .redo:
      guard let entry = redoable.popLast() else { throw .nothingToRedo }
      undoable.append(entry)
      undone.remove(entry.original)
      return append(.redid(entry.edit, of: entry.original), as: id, at: now, count: entry.after)
    }
    let after = count &+ (try command.amount(at: count) ?? 0)
    undoable.append(Entry(edit: edit, original: id, before: count, after: after))
    redoable = []
    return append(.made(edit), as: id, at: now, count: after)
  }

  private mutating func append(
    _ event: Change.Event, as id: Change.ID, at now: Timestamp, count after: Int64
  ) -> Applied.Outcome {
    changes.append(
      Change(id: id, time: now, event: event, amount: after &- count, count: after))
    return Applied.Outcome(event: event, count: after)
  }

  func sum(from start: Timestamp, to end: Timestamp) -> Int64 {
    let sum = changes.reduce(Int128(0)) { sum, change in
      guard case .made(.add(let amount)) = change.event, !undone.contains(change.id),
        change.time >= start, change.time < end
      else { return sum }
      return sum + Int128(amount)
    }
    return Int64(clamping: sum)
  }
}
