internal import Domain

/// Changes one counter in one transaction: loads its standing, applies the rules of counting, and
/// appends the entries.
///
/// `save` writes the counter's row once, however many entries were appended.
struct Ledger<Connection: SQLConnection> {
  private let database: Connection
  private let access: Access
  private let now: Timestamp
  private var standing: Standing
  private var order: TimeOrder
  private var period: PeriodSum?

  /// Creates the ledger of a counter, for an access of the same transaction.
  init(of access: Access, at now: Timestamp, in database: Connection) throws {
    self.database = database
    self.access = access
    self.now = now
    standing = access.standing
    order = access.order
    period = try access.counter.target?.period.map { period in
      var periods = TargetPeriods(at: now)
      let range = periods.range(of: period)
      // The period may have turned since the change before.
      if let known = access.period, known.range == range { return known }
      return PeriodSum(range: range, added: try database.sum(of: access.counter, in: range))
    }
  }

  private var added: Int64? { period.map { Int64(clamping: $0.added) } }

  /// The counter as it was before the first request, with what was added in its target's period.
  var counter: Counter {
    var counter = access.counter
    counter.added = added ?? 0
    return counter
  }

  /// Does a request's command, or returns its refusal without doing anything.
  mutating func perform(_ request: CommandRequest) throws -> Result<BatchResult.Outcome, Refusal> {
    let step = try standing.top(for: request.command).map { try self.step(at: $0) }
    let entry: RevertedEntry? =
      if case .revert(let number) = request.command { try self.entry(number) } else { nil }
    if let expected = request.expected, expected != standing.count {
      return .failure(.unexpectedCount(standing.count, expected: expected))
    }
    let before = added ?? standing.count
    let draft: ChangeDraft?
    do throws(Refusal) {
      draft = try standing.perform(request.command, on: step, reverting: entry)
    } catch {
      return .failure(error)
    }
    guard let draft else {
      return .success(
        BatchResult.Outcome(
          event: .made(.add(0)), count: standing.count, added: added))
    }
    let time = draft.reverted?.time ?? request.time ?? now
    let sum = try step.map { try added(by: $0) } ?? 0
    try append(draft, about: step, of: request, at: time)
    if let step { try mark(step, by: draft.event) }
    if draft.addsToSums, period?.range.contains(time) == true {
      period?.added += Int128(draft.amount)
    }
    if let step {
      let difference = try added(by: step) - sum
      period?.added += difference
    }
    return .success(
      BatchResult.Outcome(
        event: draft.event, count: draft.count, added: added,
        targetEvent: access.counter.target?.event(from: before, to: added ?? draft.count)))
  }

  /// What the entries of a step, and what an import has after it, add in the target's period.
  private func added(by step: UndoStep) throws -> Int128 {
    guard let range = period?.range else { return 0 }
    let last = step.edit.length == nil ? step.entries.upperBound : .max
    let row = try database.row(
      LedgerSQL.sum,
      [
        access.counter.id, step.entries.lowerBound, last, range.lowerBound.milliseconds,
        range.upperBound.milliseconds,
      ])
    return try row?.halvedSum(from: 0) ?? 0
  }

  /// Saves the counter's row.
  func save() throws {
    guard standing != access.standing else { return }
    try database.save(standing, order, period, of: access, at: now)
  }

  private mutating func append(
    _ draft: ChangeDraft, about step: UndoStep?, of request: CommandRequest, at time: Timestamp
  ) throws {
    // A revert is a change like any other, except that it names one.
    let kind = draft.event.kind == .revert ? .change : draft.event.kind
    order.append(time.milliseconds)
    try database.runLater(
      request.id == nil ? LedgerSQL.append : LedgerSQL.appendNamed,
      [
        access.counter.id, access.owner, access.member?.user, draft.sequence,
        request.id.map(ChangeUID.value) ?? ChangeUID.new(at: now),
        time.milliseconds, kind.rawValue, draft.amount, draft.count,
        step?.entries.upperBound, step?.edit.length, draft.below,
        draft.addsToSums ? draft.amount : 0, request.note?.text, draft.reverted?.sequence,
      ])
  }

  private func mark(_ step: UndoStep, by event: Change.Event) throws {
    // The import may contain undos, which now count or no longer count.
    if let length = step.edit.length {
      if length > UndoMarks<Connection>.shortLength { try database.beginLongWork() }
      return try UndoMarks(database: database, counter: access.counter.id, owner: access.owner)
        .recount(from: step.entries.lowerBound)
    }
    let change = if case .undid = event { 1 } else { -1 }
    try database.runLater(
      LedgerSQL.mark, [change, access.counter.id, access.owner, step.entries.upperBound])
  }

  /// The entry with that number, if there is one.
  private func entry(_ number: Int64) throws -> RevertedEntry? {
    try database.row(
      LedgerSQL.entry, [access.counter.id, access.owner, number, access.user]
    ).map { row in
      RevertedEntry(
        sequence: number,
        id: try ChangeUID.id(row.values[0], number: try row.value(1)),
        time: try row.timestamp(2), addition: try row.value(3),
        isUndone: try row.value(4) as Int64 > 0, isReverted: try row.value(5) as Int64? != nil,
        owner: access.counter.owner)
    }
  }

  private func step(at top: Int64) throws -> UndoStep {
    let row = try database.row(LedgerSQL.step, [access.counter.id, access.owner, top, access.user])
    guard let row else {
      throw Refusal.store(.damaged(cause: "the next change to undo or redo is missing"))
    }
    return try UndoStep(row: row)
  }
}

/// The statements of a ledger.
enum LedgerSQL {
  static let append = appending(number: "1")

  /// Appends a change whose identifier was given, and which other people may have given too.
  static let appendNamed = appending(
    number:
      "(SELECT coalesce(max(nth), 0) + 1 FROM changes WHERE uid = ?5 AND user_id = ?2)")

  private static func appending(number: String) -> String {
    """
    INSERT INTO changes
      (counter_id, user_id, author, seq, uid, time, kind, amount, count, of_seq, of_length, below_seq,
      summed, note, reverts, nth)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, \(number))
    """
  }

  /// Reads what a revert needs to know of an entry, for the member ?4.
  static let entry = """
    SELECT entry.uid, entry.nth, entry.time,
      CASE WHEN entry.kind = 'change' AND entry.first_seq IS NULL AND entry.reverts IS NULL
        AND coalesce(entry.author, entry.user_id) = ?4 THEN entry.amount END,
      entry.undone,
      (SELECT min(other.seq) FROM changes AS other
        WHERE other.counter_id = entry.counter_id AND other.reverts = entry.seq
          AND other.user_id = entry.user_id AND other.undone <= 0)
    FROM changes AS entry
    WHERE entry.counter_id = ?1 AND entry.user_id = ?2 AND entry.seq = ?3
    """

  /// The columns for `halvedSum` of entries ?2 to ?3 with times from ?4 to before ?5.
  static let sum = """
    SELECT \(SumSQL.halves) FROM changes
    WHERE counter_id = ?1 AND seq BETWEEN ?2 AND ?3 AND time >= ?4 AND time < ?5
    """

  static let mark = """
    UPDATE changes SET \(marks(undone: "undone + ?1"))
    WHERE counter_id = ?2 AND user_id = ?3 AND seq = ?4
    """

  /// Sets how often an entry is undone, and so whether sums have it.
  static func marks(undone times: String) -> String {
    """
    undone = \(times), summed = CASE WHEN kind = 'change' AND \(times) = 0 THEN amount ELSE 0 END
    """
  }

  /// Reads the columns for `UndoStep(row:)` from at most three rows of the history by their keys.
  /// The last row of an import represents the import, even if that row is itself an undo. Only the
  /// author's own entries are on a stack.
  static let step = """
    SELECT top.below_seq, edit.uid, first.count, first.amount, first.seq,
      \(Edit.columns(of: "edit")), edit.nth
    FROM changes AS top
    LEFT JOIN changes AS edit ON edit.counter_id = top.counter_id
      AND edit.seq = CASE WHEN top.first_seq IS NULL THEN coalesce(top.of_seq, top.seq) ELSE top.seq END
      AND edit.user_id = top.user_id
    LEFT JOIN changes AS first ON first.counter_id = top.counter_id
      AND first.seq = coalesce(edit.first_seq, edit.seq) AND first.user_id = top.user_id
    WHERE top.counter_id = ? AND top.user_id = ? AND top.seq = ?
      AND coalesce(top.author, top.user_id) = ?
    """
}

extension UndoStep {
  fileprivate init(row: SQLRow) throws {
    let (first, last): (Int64, Int64) = (try row.value(4), try row.value(8))
    guard first <= last else {
      throw Refusal.store(.damaged(cause: "an import has a wrong length"))
    }
    let (firstAmount, firstCount): (Int64, Int64) = (try row.value(3), try row.value(2))
    let after: Int64 = try row.value(7)
    self.init(
      edit: try Edit(unitInRow: row, from: 5),
      original: try ChangeUID.id(row.values[1], number: try row.value(5 + Edit.columnCount)),
      entries: first...last, amount: after &- (firstCount &- firstAmount),
      below: try row.value(0))
  }
}

/// Whether a counter's changes were entered in the order of their times. Then one lookup by time
/// finds the last change before a moment.
struct TimeOrder: Equatable {
  /// The time of the newest change, in milliseconds; `nil` if the times are not in order.
  private(set) var newest: Int64?
  private var isEmpty: Bool

  /// Creates the order from a counter's row.
  init(orderedUntil newest: Int64?, lastSequence: Int64) {
    self.newest = newest
    isEmpty = lastSequence == 0
  }

  /// Adds the time of the next change.
  mutating func append(_ time: Int64) {
    newest = isEmpty || newest.map { $0 <= time } ?? false ? time : nil
    isEmpty = false
  }
}
