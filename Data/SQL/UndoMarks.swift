internal import Domain

/// Counts how often each entry of a counter is undone.
///
/// An undo or redo applies to its subject unless it is undone itself. It always comes after its
/// subject, so one sweep from the newest entry to the oldest is enough.
struct UndoSweep {
  private var times = 0
  /// How much more often an entry is undone than the one after it.
  private var steps: [Int64: Int] = [:]

  /// Processes the next entry and returns how often it is undone. Entries must come newest first,
  /// without gaps. Only an undo or redo has a subject.
  mutating func next(_ sequence: Int64, isUndo: Bool, about subject: ClosedRange<Int64>?) -> Int {
    times += steps.removeValue(forKey: sequence) ?? 0
    if let subject, times <= 0 {
      let step = isUndo ? 1 : -1
      steps[subject.upperBound, default: 0] += step
      steps[subject.lowerBound - 1, default: 0] -= step
    }
    return max(0, times)
  }
}

/// Updates how often each entry of a history is undone, when many may change at once.
struct UndoMarks<Connection: SQLConnection> {
  let database: Connection
  let counter: Int64
  /// The account that owns the counter.
  let owner: Int64

  /// The most changes of an import whose undo takes no longer than other writes.
  static var shortLength: Int64 { 2_000 }

  /// Recounts from the newest entry back to `first` at least.
  func recount(from first: Int64) throws {
    for stretch in try changed(from: first) {
      try database.run(
        """
        UPDATE changes SET \(LedgerSQL.marks(undone: "?1"))
        WHERE counter_id = ?2 AND user_id = ?3 AND seq BETWEEN ?4 AND ?5
        """,
        [stretch.times, counter, owner, stretch.first, stretch.last])
    }
  }

  /// Which entries the account's own undos hold back, themselves or by an undo or redo of them;
  /// imported undos aside.
  func takenBack(of entries: Set<Int64>) throws -> Set<Int64> {
    guard let first = entries.min() else { return [] }
    var (sweep, takenBack) = (UndoSweep(), Set<Int64>())
    try database.scan(
      """
      SELECT seq, kind, first_seq, of_seq, of_length FROM changes
      WHERE counter_id = ? AND user_id = ? ORDER BY seq DESC
      """, [counter, owner]
    ) { row in
      let (sequence, unit): (Int64, Int64?) = (try row.value(0), try row.value(2))
      guard sequence >= first else { return false }
      let subject = try subject(of: row)
      let times = sweep.next(
        sequence, isUndo: try row.kind(1) == .undo, about: unit == nil ? subject : nil)
      if times > 0 { takenBack.formUnion([sequence, subject?.upperBound ?? sequence]) }
      return true
    }
    return takenBack.intersection(entries)
  }

  /// Recounts every history with an imported undo or redo.
  static func recountImports(in database: Connection) throws {
    let counters = try database.rows(
      """
      SELECT DISTINCT counter_id, user_id FROM changes
      WHERE first_seq IS NOT NULL AND of_seq IS NOT NULL
      """, [])
    for row in counters {
      try UndoMarks(database: database, counter: try row.value(0), owner: try row.value(1))
        .recount(from: 1)
    }
  }

  /// Consecutive entries that are undone equally often, and not as often as noted.
  private func changed(from first: Int64) throws -> [(first: Int64, last: Int64, times: Int)] {
    var (first, sweep) = (first, UndoSweep())
    var stretches: [(first: Int64, last: Int64, times: Int)] = []
    try database.scan(
      """
      SELECT seq, kind, undone, of_seq, of_length FROM changes
      WHERE counter_id = ? AND user_id = ? ORDER BY seq DESC
      """, [counter, owner]
    ) { row in
      let (sequence, noted): (Int64, Int) = (try row.value(0), try row.value(2))
      guard sequence >= first else { return false }
      let subject = try subject(of: row)
      let times = sweep.next(
        sequence, isUndo: try row.kind(1) == .undo, about: subject)
      if let subject, (times == 0) != (noted == 0) { first = min(first, subject.lowerBound) }
      guard times != noted else { return true }
      if let last = stretches.last, last.first == sequence + 1, last.times == times {
        stretches[stretches.count - 1].first = sequence
      } else {
        stretches.append((first: sequence, last: sequence, times: times))
      }
      return true
    }
    return stretches
  }

  private func subject(of row: SQLRow) throws -> ClosedRange<Int64>? {
    guard let last: Int64 = try row.value(3) else { return nil }
    let length: Int64 = try row.value(4) ?? 1
    guard last >= 1, 1...last ~= length else {
      throw Refusal.store(.damaged(cause: "an undo has an invalid subject"))
    }
    return last - length + 1...last
  }
}
