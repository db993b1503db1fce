internal import Domain
internal import GRDB

/// Does a counter's history again in memory, entry by entry, and says where it is not what the counter
/// and its rows have.
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
    /// The count after it; the one before it is the one after the unit below it.
    let after: Int64
    /// How many changes came in with the import that the unit is, if it is one.
    var length: Int64?

    var first: Int64 { last - (length ?? 1) + 1 }
  }

  /// The columns that `add` reads, of the table `changes`.
  static let columns = "seq, amount, count, kind, of_seq, below_seq, first_seq, undone, of_length"

  private var count: Int64 = 0
  private var length: Int64 = 0
  private var undoable: [Unit] = []
  private var redoable: [Unit] = []
  /// How often each entry is taken back, as its row says.
  private var noted: [Int32] = []
  /// The undos and redos, with what they are about.
  private var reversals: [(sequence: Int64, kind: String, subject: ClosedRange<Int64>)] = []
  private var arriving: Arrival?

  /// An import whose end is not reached yet.
  private struct Arrival {
    let first: Int64
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
    if let first {
      if arriving == nil {
        guard first == sequence else { throw Fault.undoing }
        arriving = Arrival(first: first)
      }
      try arrive(kind, of: try row.value(4), length: try row.value(8) ?? 1, below: below)
    } else {
      try enter(kind, of: try row.value(4), length: try row.value(8), below: below)
    }
  }

  /// Compares with what the counter's row has, once all entries are done.
  ///
  /// - Throws: `Fault`.
  mutating func end(count: Int64, length: Int64, undo: Int64?, redo: Int64?) throws {
    try endArrival()
    guard self.count == count, self.length == length else { throw Fault.sum }
    guard undoable.last?.top == undo, redoable.last?.top == redo, isMarked() else {
      throw Fault.undoing
    }
  }

  private mutating func enter(
    _ kind: String, of subject: Int64?, length subjectLength: Int64?, below: Int64?
  ) throws {
    let isExpected: Bool
    switch kind {
    case "undo":
      isExpected = below == redoable.last?.top
      guard var unit = undoable.popLast(), unit.last == subject, unit.length == subjectLength,
        undoable.last?.after ?? 0 == count
      else { throw Fault.undoing }
      unit.top = length
      redoable.append(unit)
      reversals.append((length, kind, unit.first...unit.last))
    case "redo":
      isExpected = below == undoable.last?.top
      guard var unit = redoable.popLast(), unit.last == subject, unit.length == subjectLength,
        unit.after == count
      else { throw Fault.undoing }
      unit.top = length
      undoable.append(unit)
      reversals.append((length, kind, unit.first...unit.last))
    case "import": throw Fault.undoing
    default:
      isExpected = below == undoable.last?.top
      redoable = []
      undoable.append(Unit(top: length, last: length, after: count))
    }
    guard isExpected else { throw Fault.undoing }
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
    guard arrival.below == undoable.last?.top else { throw Fault.undoing }
    redoable = []
    undoable.append(
      Unit(top: length, last: length, after: count, length: length - arrival.first + 1))
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
