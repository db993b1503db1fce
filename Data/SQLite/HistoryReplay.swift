internal import Domain
internal import GRDB

/// Replays a counter's history in memory, entry by entry, and finds where the counter, its members or its rows
/// differ from that.
///
/// Amounts are added as they are taken back: modulo 2^64.
struct HistoryReplay {
  /// What is wrong with a history.
  enum Fault: Error {
    /// It does not add up to the count.
    case sum
    /// What can be undone and redone, or has been, is not what it says.
    case undoing
  }

  /// Entries that are undone together, with the entry that stands for them on a stack.
  private struct Unit {
    var top: Int64
    let last: Int64
    /// By how much they moved the count together.
    let amount: Int64
    /// The count after it, if it is a set or a reset.
    var number: Int64?
    /// How many changes came in with the import that the unit is, if it is one.
    var length: Int64?

    var first: Int64 { last - (length ?? 1) + 1 }
  }

  /// What one person can undo and redo, the newest last.
  private struct Stacks {
    var undoable: [Unit] = []
    var redoable: [Unit] = []

    var tops: UndoTops { UndoTops(undo: undoable.last?.top, redo: redoable.last?.top) }

    /// A new unit, which ends what can be redone.
    mutating func push(_ unit: Unit) {
      redoable = []
      undoable.append(unit)
    }

    /// Moves the newest unit from one stack to the other, where `top` stands for it.
    mutating func undo(top: Int64) throws -> Unit {
      guard var unit = undoable.popLast() else { throw Fault.undoing }
      unit.top = top
      redoable.append(unit)
      return unit
    }

    /// Moves the unit back that was undone last.
    mutating func redo(top: Int64) throws -> Unit {
      guard var unit = redoable.popLast() else { throw Fault.undoing }
      unit.top = top
      undoable.append(unit)
      return unit
    }
  }

  /// The columns that `add` reads, of the table `changes`.
  static let columns =
    "seq, amount, count, kind, of_seq, below_seq, first_seq, undone, of_length, author"

  private var count: Int64 = 0
  private var length: Int64 = 0
  /// The owner's newest set or reset.
  private var set: Int64?
  private var owners = Stacks()
  /// Those of the other authors, by their accounts.
  private var members: [Int64: Stacks] = [:]
  /// How often each entry is taken back, as its row says.
  private var noted: [Int32] = []
  /// The undos and redos, with what they are about.
  private var reversals: [(sequence: Int64, kind: String, subject: ClosedRange<Int64>)] = []
  private var arriving: Arrival?

  /// An import whose end is not reached yet.
  private struct Arrival {
    let first: Int64
    let before: Int64
    var below: Int64?
  }

  /// Does the next entry.
  ///
  /// - Throws: `Fault`.
  mutating func add(_ row: Row) throws {
    let (sequence, amount, shown): (Int64, Int64, Int64) =
      (try row.value(0), try row.value(1), try row.value(2))
    let first: Int64? = try row.value(6)
    if arriving?.first != first { try endArrival() }
    length += 1
    count &+= amount
    guard sequence == length, shown == count else { throw Fault.sum }
    noted.append(try row.value(7))
    let (kind, below): (String, Int64?) = (try row.value(3), try row.value(5))
    let author: Int64? = try row.value(9)
    if let first {
      if arriving == nil {
        guard first == sequence else { throw Fault.undoing }
        arriving = Arrival(first: first, before: count &- amount)
      }
      guard author == nil else { throw Fault.undoing }
      try arrive(kind, of: try row.value(4), length: try row.value(8) ?? 1, below: below)
    } else {
      let tops = author.map { members[$0]?.tops ?? UndoTops() } ?? owners.tops
      guard below == (kind == "undo" ? tops.redo : tops.undo) else { throw Fault.undoing }
      switch kind {
      case "undo", "redo":
        let unit = try reverse(kind, by: author)
        guard unit.last == (try row.value(4)), unit.length == (try row.value(8)),
          amount == (kind == "undo" ? 0 &- unit.amount : unit.amount)
        else { throw Fault.undoing }
      case "change": push(Unit(top: length, last: length, amount: amount), of: author)
      case "set", "reset":
        // Nobody but the owner sets a count.
        guard author == nil else { throw Fault.undoing }
        set = length
        push(Unit(top: length, last: length, amount: amount, number: count), of: nil)
      default: throw Fault.undoing
      }
    }
  }

  /// Compares with what the counter's row and its members have, once all entries are done. A member whose account is
  /// deleted has no user.
  ///
  /// - Throws: `Fault`.
  mutating func end(
    count: Int64, length: Int64, set: Int64?, tops: UndoTops,
    members: [(user: Int64?, tops: UndoTops)]
  ) throws {
    try endArrival()
    guard self.count == count, self.length == length, countOfWhatStands() == count else {
      throw Fault.sum
    }
    guard self.set == set, owners.tops == tops, hasTops(of: members), isMarked() else {
      throw Fault.undoing
    }
  }

  /// The count, once all that stands is done in the order in which it was first entered.
  private func countOfWhatStands() -> Int64 {
    ([owners] + members.values).flatMap(\.undoable).sorted { $0.last < $1.last }
      .reduce(0) { count, unit in unit.number ?? (count &+ unit.amount) }
  }

  /// Whether everybody who counted is a member, and every member has the tops of their own stacks. Which of the authors
  /// a deleted account was is told by the tops, because no two have the same.
  private func hasTops(of listed: [(user: Int64?, tops: UndoTops)]) -> Bool {
    var others = members
    for (user, tops) in listed {
      let author = user ?? others.first { $0.value.tops == tops }?.key
      let stacks = author.flatMap { others.removeValue(forKey: $0) } ?? Stacks()
      guard stacks.tops == tops else { return false }
    }
    return others.isEmpty
  }

  private mutating func push(_ unit: Unit, of author: Int64?) {
    if let author { members[author, default: Stacks()].push(unit) } else { owners.push(unit) }
  }

  /// Takes back or makes again what is next on a person's stack. What the owner set is settled for the others.
  private mutating func reverse(_ kind: String, by author: Int64?) throws -> Unit {
    let unit =
      switch (kind, author) {
      case ("undo", let author?): try members[author, default: Stacks()].undo(top: length)
      case ("undo", nil): try owners.undo(top: length)
      case (_, let author?): try members[author, default: Stacks()].redo(top: length)
      case (_, nil): try owners.redo(top: length)
      }
    guard author == nil || unit.first > set ?? 0 else { throw Fault.undoing }
    reversals.append((length, kind, unit.first...unit.last))
    return unit
  }

  private mutating func arrive(
    _ kind: String, of subject: Int64?, length subjectLength: Int64, below: Int64?
  ) throws {
    // Only the last entry of an import stands on the stack, for all of them.
    guard arriving?.below == nil, kind != "set", kind != "reset" else { throw Fault.undoing }
    arriving?.below = below
    guard let subject else { return }
    guard subject >= 1, subject < length, 1...subject ~= subjectLength else { throw Fault.undoing }
    reversals.append((length, kind, subject - subjectLength + 1...subject))
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

  /// Whether each entry is taken back as often as its row says.
  private mutating func isMarked() -> Bool {
    var sweep = UndoSweep()
    for (index, noted) in noted.enumerated().reversed() {
      let sequence = Int64(index) + 1
      let reversal = reversals.last?.sequence == sequence ? reversals.popLast() : nil
      guard sweep.next(sequence, reversal?.kind ?? "", about: reversal?.subject) == Int(noted)
      else { return false }
    }
    return true
  }
}
