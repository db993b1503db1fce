internal import Domain

extension SQLStore {
  public func change(
    _ counter: ChangedCounter, by requests: [CommandRequest], as proof: SessionProof
  ) async throws(Refusal) -> BatchResult {
    try await write("change a count", counter.extent) { database, now in
      let session = try database.use(proof, at: now)
      // Before looking for identifiers: the one who locks the counter sees what others saved, and
      // an engine with standbys then waits until they have it too.
      let (access, isNew) = try database.access(to: counter, at: now, in: session)
      let result = try database.change(by: requests, with: access, at: now, in: session)
      if isNew, result.outcomes.isEmpty, let refusal = result.refusal { throw refusal }
      return result
    }
  }

  public func areRecorded(
    _ requests: [CommandRequest], onCounter id: Counter.ID, in session: Session
  ) async throws(Refusal) -> [Bool] {
    try await read("look for changes") { database, now in
      try database.check(session, at: now)
      return try requests.map { request in
        guard let uid = request.id, let known = try database.change(knownBy: uid, in: session)
        else { return false }
        return known.counter == id && known.change.event.isOutcome(of: request.command)
      }
    }
  }

  public func sums(
    of counter: Counter, during period: Range<Timestamp>,
    by stretch: @escaping @Sendable (Timestamp) -> Range<Timestamp>, in session: Session
  ) async throws(Refusal) -> [ChartBar] {
    try await readHistory(of: counter, in: session) { try $0.checkIndex(of: $1) }
    var summing = Summing(during: period, by: stretch)
    while !summing.isDone {
      summing = try await readHistory(of: counter, in: session) { [summing] database, _ in
        try summing.page(of: counter.id, in: database)
      }
    }
    return summing.stretches.map { ChartBar(start: $0.start, sum: $0.sum) }
  }

  public func setsAndResets(
    of counter: Counter, during period: Range<Timestamp>, in session: Session
  ) async throws(Refusal) -> SetsAndResets {
    try await readHistory(of: counter, in: session) { database, access in
      let row = try database.row(
        SumSQL.setsAndResets,
        [
          counter.id, period.lowerBound.milliseconds, period.upperBound.milliseconds, access.owner,
        ])
      return SetsAndResets(sets: try row?.value(0) ?? 0, resets: try row?.value(1) ?? 0)
    }
  }
}

/// The statements that sum additions.
enum SumSQL {
  /// Reads the changes that are not summed alone, which are few.
  static let setsAndResets = """
    SELECT count(CASE WHEN kind = 'set' THEN 1 END), count(CASE WHEN kind = 'reset' THEN 1 END)
    FROM changes INDEXED BY changes_unsummed
    WHERE counter_id = ?1 AND time >= ?2 AND time < ?3 AND amount <> summed
      AND user_id = ?4 AND undone <= 0
    """

  static let sums = """
    SELECT count(*), \(halves) FROM changes WHERE counter_id = ? AND time >= ? AND time < ?
    """

  /// The columns for `halvedSum`.
  static let halves = "\(half("summed >> 32")), \(half("summed & 4294967295"))"

  /// The sum of one half of the amounts.
  static func half(_ amount: String) -> String { "CAST(sum(\(amount)) AS BIGINT)" }
}

/// Computes sums page by page. A usual chart is one page, which is one transaction.
private struct Summing: Sendable {
  private let stretch: @Sendable (Timestamp) -> Range<Timestamp>
  private var rest: Range<Timestamp>
  /// The end of the newest stretch.
  private var end: Timestamp
  private(set) var stretches: [(start: Timestamp, sum: Int128)] = []

  init(
    during period: Range<Timestamp>, by stretch: @escaping @Sendable (Timestamp) -> Range<Timestamp>
  ) {
    self.stretch = stretch
    rest = period
    end = period.lowerBound
  }

  var isDone: Bool { rest.isEmpty }

  /// The sums after the next page.
  func page(of counter: Int64, in database: some SQLConnection) throws -> Summing {
    var next = self
    var room = HistorySQL.timePageLength
    while !next.isDone, room > 0 {
      if next.rest.lowerBound >= next.end {
        guard let first = try database.timeOfEntry(after: 0, of: counter, in: next.rest) else {
          next.rest = rest.upperBound..<rest.upperBound
          break
        }
        let stretch = stretch(first)
        next.stretches.append((max(stretch.lowerBound, next.rest.lowerBound), 0))
        // A moment outside of the calendar's years is in none of its stretches.
        let after = Timestamp(milliseconds: first.milliseconds &+ 1)
        next.end = min(max(stretch.upperBound, after), rest.upperBound)
        next.rest = first..<rest.upperBound
      }
      let end = try database.endOfPage(of: counter, in: next.rest.lowerBound..<next.end)
      let row = try database.row(
        SumSQL.sums, [counter, next.rest.lowerBound.milliseconds, end.milliseconds])
      if let row {
        next.stretches[next.stretches.count - 1].sum += try row.halvedSum(from: 1)
        // A stretch costs some statements, however few entries it has.
        room -= max(HistorySQL.stretchCost, try row.value(0))
      }
      next.rest = end..<rest.upperBound
    }
    return next
  }
}

extension ChangedCounter {
  fileprivate var extent: WriteExtent {
    switch self {
    case .known(let id): .count(of: id)
    case .named: .rows
    }
  }
}

extension SQLConnection {
  fileprivate func access(to counter: ChangedCounter, at now: Timestamp, in session: Session) throws
    -> (access: Access, isNew: Bool)
  {
    switch counter {
    case .known(let id): return (try access(toCounterWithID: id, in: session), false)
    case .named(let reference, let isCreating):
      do {
        return (try access(to: reference, in: session, locking: true), false)
      } catch Refusal.noSuchCounter where isCreating {
        guard let name = reference.own else { throw Refusal.counterName(.slash) }
        do {
          let new = try insertCounter(named: name, of: session.user, at: now)
          return (try access(toCounterWithID: new.id, in: session), true)
        } catch Refusal.counterExists where locksRows {
          throw Overtaken()
        }
      }
    }
  }

  /// Does requests on a counter that is locked by the access, each unless its identifier is known
  /// already.
  fileprivate func change(
    by requests: [CommandRequest], with access: Access, at now: Timestamp, in session: Session
  ) throws -> BatchResult {
    var ledger = try Ledger(of: access, at: now, in: self)
    var counter = ledger.counter
    var (outcomes, refusal): ([BatchResult.Outcome], Refusal?) = ([], nil)
    for request in requests where refusal == nil {
      if let id = request.id, let (place, first) = try change(knownBy: id, in: session) {
        if place == access.counter.id, first.event.isOutcome(of: request.command) {
          outcomes.append(
            BatchResult.Outcome(event: first.event, count: first.count, isRepeat: true))
        } else {
          refusal = .identifierTaken
        }
        continue
      }
      do throws(Refusal) {
        if let end = access.member?.countsUntil {
          try Invitation.check(request, since: session.user.createdAt, until: end, now: now)
        }
      } catch {
        refusal = error
        continue
      }
      switch try ledger.perform(request) {
      case .success(let outcome):
        outcomes.append(outcome)
        guard outcome.event != .made(.add(0)) else { continue }
        counter.changedAt = now
        counter.version += 1
      case .failure(let reason): refusal = reason
      }
    }
    try ledger.save()
    return BatchResult(counter: counter, outcomes: outcomes, refusal: refusal)
  }

  /// The change that an account made under an identifier, with its counter.
  fileprivate func change(knownBy id: Change.ID, in session: Session) throws
    -> (counter: Int64, change: Change)?
  {
    let row = try row(Change.knownSQL, [session.user.id, ChangeUID.value(id)])
    let authors = Authors(owner: session.user.username)
    return try row.map { (try $0.value(Change.columnCount), try Change(row: $0, authors: authors)) }
  }
}

extension Change {
  /// Looks in the account's own counters and in those it is or was a member of, because the index
  /// begins with the identifier and the owner. What the account made comes before what it imported.
  static let knownSQL = """
    SELECT \(columns), change.counter_id FROM changes AS change \(joinedOriginal)
    WHERE change.uid = ?2 AND coalesce(change.author, change.user_id) = ?1
      AND change.by_name IS NULL
      AND change.user_id IN (
        SELECT CAST(?1 AS BIGINT) UNION ALL
        SELECT counters.user_id FROM members JOIN counters ON counters.id = members.counter_id
        WHERE members.user_id = ?1)
    ORDER BY change.first_seq IS NOT NULL LIMIT 1
    """
}
