internal import Domain

/// Replays a counter's history in memory and compares the result with the stored counter, members
/// and rows.
///
/// Amounts are added modulo 2^64, as undo does.
struct HistoryReplay {
  /// A problem with a history.
  enum Fault: Error {
    /// The history does not add up to the count.
    case sum
    /// The undo and redo marks do not match the history.
    case undoing
  }

  /// Entries that are undone together, and the entry that represents them on a stack.
  private struct Unit {
    var top: Int64
    let last: Int64
    /// The sum of their amounts.
    let amount: Int64
    /// The count after it, if it is a set or reset.
    var number: Int64?
    /// The number of changes, if the unit is an import.
    var length: Int64?
    /// When it happened, if it is an addition that can be reverted.
    var time: Int64?
    /// The entry that it reverts.
    var reverted: Int64?

    var first: Int64 { last - (length ?? 1) + 1 }
  }

  /// The undo and redo stacks of one person, newest last.
  private struct Stacks {
    var undoable: [Unit] = []
    var redoable: [Unit] = []

    /// The entries that a standing revert is about.
    var reverted: Set<Int64> = []

    var tops: UndoTops { UndoTops(undo: undoable.last?.top, redo: redoable.last?.top) }

    /// The unit of a standing entry, found by bisection: a stack grows by newer units only.
    func standing(_ entry: Int64) -> Unit? {
      let index = undoable.partitioningIndex { $0.last >= entry }
      return index < undoable.count && undoable[index].last == entry ? undoable[index] : nil
    }

    /// Pushes a new unit and clears the redo stack.
    mutating func push(_ unit: Unit) {
      redoable = []
      undoable.append(unit)
      if let entry = unit.reverted { reverted.insert(entry) }
    }

    /// Moves the newest unit to the redo stack, where `top` represents it.
    mutating func undo(top: Int64) throws -> Unit {
      guard var unit = undoable.popLast() else { throw Fault.undoing }
      unit.top = top
      redoable.append(unit)
      if let entry = unit.reverted { reverted.remove(entry) }
      return unit
    }

    /// Moves the newest undone unit back to the undo stack.
    mutating func redo(top: Int64) throws -> Unit {
      guard var unit = redoable.popLast() else { throw Fault.undoing }
      unit.top = top
      undoable.append(unit)
      if let entry = unit.reverted { reverted.insert(entry) }
      return unit
    }
  }

  /// The columns of `changes` that `add` reads.
  static let columns =
    "seq, amount, count, kind, of_seq, below_seq, first_seq, undone, of_length, author, time, reverts"

  private var count: Int64 = 0
  private var length: Int64 = 0
  private var newest: Int64?
  private var isOrdered = true
  /// The sequence number of the owner's newest set or reset.
  private var set: Int64?
  private var owners = Stacks()
  /// The stacks of the other authors, by account.
  private var members: [Int64: Stacks] = [:]
  /// How often each entry is undone, according to its row.
  private var noted: [Int32] = []
  /// The undos and redos with their subjects.
  private var reversals: [(sequence: Int64, isUndo: Bool, subject: ClosedRange<Int64>)] = []
  /// An import that is not complete yet.
  private var arriving: (first: Int64, before: Int64, below: Int64?)?

  /// Replays the next entry.
  ///
  /// - Throws: `Fault`.
  mutating func add(_ row: SQLRow) throws {
    let (sequence, amount, shown): (Int64, Int64, Int64) =
      (try row.value(0), try row.value(1), try row.value(2))
    let first: Int64? = try row.value(6)
    if arriving?.first != first { try endArrival() }
    length += 1
    count &+= amount
    guard sequence == length, shown == count else { throw Fault.sum }
    noted.append(try row.value(7))
    let time: Int64 = try row.value(10)
    if let newest, time < newest { isOrdered = false }
    newest = time
    guard let kind = TransferRow.Kind(rawValue: try row.value(3)) else { throw Fault.undoing }
    let below: Int64? = try row.value(5)
    let author: Int64? = try row.value(9)
    if let first {
      if arriving == nil {
        guard first == sequence else { throw Fault.undoing }
        arriving = (first, before: count &- amount, below: nil)
      }
      guard author == nil else { throw Fault.undoing }
      try arrive(kind, of: try row.value(4), length: try row.value(8) ?? 1, below: below)
    } else {
      let tops = author.map { members[$0]?.tops ?? UndoTops() } ?? owners.tops
      guard below == (kind == .undo ? tops.redo : tops.undo) else { throw Fault.undoing }
      switch kind {
      case .undo, .redo:
        let unit = try reverse(isUndo: kind == .undo, by: author)
        guard unit.last == (try row.value(4)), unit.length == (try row.value(8)),
          amount == (kind == .undo ? 0 &- unit.amount : unit.amount)
        else { throw Fault.undoing }
      case .change:
        var unit = Unit(top: length, last: length, amount: amount)
        if let reverted: Int64 = try row.value(11) {
          guard isRevertible(reverted, by: author, amount: 0 &- amount, time: time) else {
            throw Fault.undoing
          }
          unit.reverted = reverted
        } else {
          unit.time = time
        }
        push(unit, of: author)
      case .set, .reset:
        // Only the owner can set a count.
        guard author == nil else { throw Fault.undoing }
        set = length
        push(Unit(top: length, last: length, amount: amount, number: count), of: nil)
      case .new, .imported, .revert: throw Fault.undoing
      }
    }
  }

  /// Compares the result with the rows of the counter and its members. A member whose account was
  /// deleted has no user.
  ///
  /// - Throws: `Fault`.
  mutating func end(
    count: Int64, length: Int64, orderedUntil: Int64?, set: Int64?, tops: UndoTops,
    members: [(user: Int64?, tops: UndoTops)]
  ) throws {
    try endArrival()
    guard self.count == count, self.length == length, countOfWhatStands() == count,
      orderedUntil == (isOrdered ? newest : nil)
    else {
      throw Fault.sum
    }
    guard self.set == set, owners.tops == tops, hasTops(of: members), isMarked() else {
      throw Fault.undoing
    }
  }

  /// The count after all remaining changes, in the order in which they were first entered.
  private func countOfWhatStands() -> Int64 {
    ([owners] + members.values).flatMap(\.undoable).sorted { $0.last < $1.last }
      .reduce(0) { count, unit in unit.number ?? (count &+ unit.amount) }
  }

  /// Whether every author is a member, and every member has the right stack tops. Tops are unique,
  /// so they identify the author of a deleted account.
  private func hasTops(of listed: [(user: Int64?, tops: UndoTops)]) -> Bool {
    var others = members
    for (user, tops) in listed {
      let author = user ?? others.first { $0.value.tops == tops }?.key
      let stacks = author.flatMap { others.removeValue(forKey: $0) } ?? Stacks()
      guard stacks.tops == tops else { return false }
    }
    return others.isEmpty
  }

  /// Whether an entry is an addition of this amount at this time by the same person, which stands
  /// unreverted, and after which nobody set the count.
  private func isRevertible(_ entry: Int64, by author: Int64?, amount: Int64, time: Int64) -> Bool {
    let stacks = author.map { members[$0] ?? Stacks() } ?? owners
    return entry > set ?? 0
      && stacks.standing(entry).map { $0.amount == amount && $0.time == time } == true
      && !stacks.reverted.contains(entry)
  }

  private mutating func push(_ unit: Unit, of author: Int64?) {
    if let author { members[author, default: Stacks()].push(unit) } else { owners.push(unit) }
  }

  /// Undoes or redoes the next unit of a person. A unit entered before the owner's set is settled
  /// for other people.
  private mutating func reverse(isUndo: Bool, by author: Int64?) throws -> Unit {
    let unit =
      switch (isUndo, author) {
      case (true, let author?): try members[author, default: Stacks()].undo(top: length)
      case (true, nil): try owners.undo(top: length)
      case (false, let author?): try members[author, default: Stacks()].redo(top: length)
      case (false, nil): try owners.redo(top: length)
      }
    guard author == nil || unit.first > set ?? 0 else { throw Fault.undoing }
    reversals.append((length, isUndo, unit.first...unit.last))
    return unit
  }

  private mutating func arrive(
    _ kind: TransferRow.Kind, of subject: Int64?, length subjectLength: Int64, below: Int64?
  ) throws {
    // Only the last entry of an import is on the stack.
    guard arriving?.below == nil, kind != .set, kind != .reset else { throw Fault.undoing }
    arriving?.below = below
    guard let subject else { return }
    guard subject >= 1, subject < length, 1...subject ~= subjectLength else { throw Fault.undoing }
    reversals.append((length, kind == .undo, subject - subjectLength + 1...subject))
  }

  private mutating func endArrival() throws {
    guard let arrival = arriving else { return }
    arriving = nil
    guard arrival.below == owners.tops.undo else { throw Fault.undoing }
    owners.push(
      Unit(
        top: length, last: length, amount: count &- arrival.before,
        length: length - arrival.first + 1))
  }

  /// Whether each entry is undone as often as its row says.
  private mutating func isMarked() -> Bool {
    var sweep = UndoSweep()
    for (index, noted) in noted.enumerated().reversed() {
      let sequence = Int64(index) + 1
      let reversal = reversals.last?.sequence == sequence ? reversals.popLast() : nil
      guard
        sweep.next(
          sequence, isUndo: reversal?.isUndo == true, about: reversal?.subject) == Int(noted)
      else { return false }
    }
    return true
  }
}
