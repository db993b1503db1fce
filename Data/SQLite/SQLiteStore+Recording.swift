public import Domain
internal import GRDB

extension SQLiteStore {
  public func record(
    _ request: CommandRequest, on reference: CounterReference, creating: Bool,
    in session: Session
  ) async throws(Refusal) -> RecordedChange {
    try await write("change a count") { database, now in
      try database.use(session, at: now)
      let counter = try Self.counter(
        reference, creating: creating, at: now, in: session, database)
      return try database.record(request, on: counter, at: now, in: session)
    }
  }

  public func record(_ request: CommandRequest, toCounter id: Counter.ID, in session: Session)
    async throws(Refusal) -> RecordedChange
  {
    try await write("change a count") { database, now in
      try database.use(session, at: now)
      let counter = try database.counter(withID: id, in: session)
      return try database.record(request, on: counter, at: now, in: session)
    }
  }

  private static func counter(
    _ reference: CounterReference, creating: Bool, at now: Timestamp, in session: Session,
    _ database: Database
  ) throws -> Counter {
    do {
      return try database.counter(reference, in: session)
    } catch Refusal.noSuchCounter where creating {
      guard let name = reference.own else { throw Refusal.counterName(.slash) }
      return try database.insertCounter(named: name, of: session.user, at: now)
    }
  }
}

extension Database {
  /// Does the request's command on a counter, unless its identifier is known already.
  fileprivate func record(
    _ request: CommandRequest, on counter: Counter, at now: Timestamp, in session: Session
  ) throws -> RecordedChange {
    if let id = request.id, let (place, first) = try change(knownBy: id, in: session) {
      guard place == counter.id, first.event.isOutcome(of: request.command) else {
        throw Refusal.identifierTaken
      }
      return RecordedChange(
        counter: counter,
        outcome: BatchResult.Outcome(event: first.event, count: first.count))
    }
    var counter = counter
    var ledger = Ledger(
      of: try access(to: counter, for: .see, in: session), at: now, in: self)
    let outcome = try ledger.perform(request).get()
    try ledger.save()
    if outcome.event != .made(.add(0)) {
      counter.changedAt = now
      counter.version += 1
    }
    return RecordedChange(counter: counter, outcome: outcome)
  }

  /// The change that an account made under an identifier, with its counter.
  fileprivate func change(knownBy id: Change.ID, in session: Session) throws
    -> (counter: Int64, change: Change)?
  {
    let row = try row(SQLiteStore.knownSQL, [session.user.id, ChangeUID.value(id)])
    let authors = Authors(owner: session.user.username)
    return try row.map { (try $0.value(Change.columnCount), try Change(row: $0, authors: authors)) }
  }
}

extension SQLiteStore {
  static let knownSQL = """
    SELECT \(Change.columns), change.counter_id FROM changes AS change \(Change.joinedOriginal)
    WHERE change.uid = ?2 AND coalesce(change.author, change.user_id) = ?1
      AND coalesce(change.by_name, '') = ''
    """
}
