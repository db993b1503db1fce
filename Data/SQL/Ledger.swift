internal import Domain

/// Writes what happens to one counter in one transaction: the rules of counting decide, the ledger loads what stands
/// and appends.
///
/// The counter's row is written once, by `save`, however many entries there were.
struct Ledger<Connection: SQLConnection> {
  private let database: Connection
  private let access: Access
  private let now: Timestamp
  private var standing: Standing

  /// The ledger of a counter, for somebody who has access to it in this transaction.
  init(of access: Access, at now: Timestamp, in database: Connection) {
    self.database = database
    self.access = access
    self.now = now
    standing = access.standing
  }

  /// Does a request's command, or says why it is refused; then nothing was done.
  mutating func perform(_ request: CommandRequest) throws -> Result<BatchResult.Outcome, Refusal> {
    let step = try standing.top(for: request.command).map { try self.step(at: $0) }
    if let expected = request.expected, expected != standing.count {
      return .failure(.unexpectedCount(standing.count, expected: expected))
    }
    let before = standing.count
    let draft: ChangeDraft?
    do throws(Refusal) {
      draft = try standing.perform(request.command, on: step)
    } catch {
      return .failure(error)
    }
    guard let draft else {
      return .success(BatchResult.Outcome(event: .made(.add(0)), count: standing.count))
    }
    let reachesTarget = access.target.map { before < $0 && $0 <= draft.count } ?? false
    try append(draft, about: step, of: request)
    if let step { try mark(step, by: draft.event) }
    return .success(
      BatchResult.Outcome(
        event: draft.event, count: draft.count, reachesTarget: reachesTarget))
  }

  /// Does the commands in their order up to the first that is refused.
  mutating func perform(_ commands: [CountCommand]) throws -> BatchResult {
    var outcomes: [BatchResult.Outcome] = []
    for command in commands {
      switch try perform(CommandRequest(command)) {
      case .success(let outcome): outcomes.append(outcome)
      case .failure(let refusal): return BatchResult(outcomes: outcomes, refusal: refusal)
      }
    }
    return BatchResult(outcomes: outcomes, refusal: nil)
  }

  /// Moves the counter's row to where its history has come.
  func save() throws {
    guard standing != access.standing else { return }
    try database.save(standing, of: access, at: now)
  }

  private func append(_ draft: ChangeDraft, about step: UndoStep?, of request: CommandRequest)
    throws
  {
    let kind = draft.event.kind
    try database.run(
      LedgerSQL.append,
      [
        access.counter, access.owner, access.member?.user, draft.sequence,
        request.id.map(ChangeUID.value) ?? ChangeUID.new(at: now).sqlValue,
        (request.time ?? now).milliseconds, kind, draft.amount, draft.count,
        step?.entries.upperBound, step?.edit.length, draft.below,
        kind == "change" ? draft.amount : 0,
      ])
  }

  private func mark(_ step: UndoStep, by event: Change.Event) throws {
    // An import may have brought undos, which no longer count, or count again.
    if step.edit.length != nil {
      return try UndoMarks(database: database, counter: access.counter, owner: access.owner)
        .recount(from: step.entries.lowerBound)
    }
    let change = if case .undid = event { 1 } else { -1 }
    try database.run(
      LedgerSQL.mark, [change, access.counter, access.owner, step.entries.upperBound])
  }

  private func step(at top: Int64) throws -> UndoStep {
    let row = try database.row(LedgerSQL.step, [access.counter, access.owner, top, access.user])
    guard let row else {
      throw Refusal.storeDamaged(cause: "the next change to undo or redo is missing")
    }
    return try UndoStep(row: row)
  }
}

/// What a ledger asks of a database.
enum LedgerSQL {
  static let append = """
    INSERT INTO changes
      (counter_id, user_id, author, seq, uid, time, kind, amount, count, of_seq, of_length, below_seq,
      summed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  static let mark = """
    UPDATE changes SET undone = undone + ?1,
      summed = CASE WHEN kind = 'change' AND undone + ?1 = 0 THEN amount ELSE 0 END
    WHERE counter_id = ?2 AND user_id = ?3 AND seq = ?4
    """

  /// What `UndoStep(row:)` reads: at most three rows of the history by their keys. The last row of an import stands
  /// for the import, even if it is an undo that was done elsewhere. Nobody's stack has what another did.
  static let step = """
    SELECT top.below_seq, edit.uid, first.count, first.amount, first.seq,
      \(Edit.columns(of: "edit"))
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
  fileprivate init(row: some SQLRow) throws {
    let (first, last): (Int64, Int64) = (try row.value(4), try row.value(8))
    guard first <= last else { throw Refusal.storeDamaged(cause: "an import ends before it began") }
    let (firstAmount, firstCount): (Int64, Int64) = (try row.value(3), try row.value(2))
    let after: Int64 = try row.value(7)
    self.init(
      edit: try Edit(unitInRow: row, from: 5), original: try ChangeUID.id(row.sqlValue(1)),
      entries: first...last, amount: after &- (firstCount &- firstAmount),
      below: try row.value(0))
  }
}

extension Change.Event {
  /// What the column `kind` has for it.
  fileprivate var kind: String {
    switch self {
    case .made(.add): "change"
    case .made(.set): "set"
    case .made(.reset): "reset"
    case .made(.imported): "import"
    case .undid: "undo"
    case .redid: "redo"
    }
  }
}
