public import Domain
internal import GRDB

extension SQLiteStore {
  public func record(
    _ request: CommandRequest, on name: CounterName, creating: Bool, in session: Session
  ) async throws(Refusal) -> BatchResult.Outcome {
    try await write("change a count") { database, now in
      try database.use(session, at: now)
      let counter = try Self.counter(
        named: name, creating: creating, at: now, in: session, database)
      if let id = request.id,
        let (place, first) = try database.change(knownBy: id, by: session.user.id)
      {
        guard place == counter.id, first.event.isOutcome(of: request.command) else {
          throw Refusal.identifierTaken
        }
        return BatchResult.Outcome(event: first.event, count: first.count)
      }
      var ledger = Ledger(
        of: try database.access(to: counter, for: .see, in: session), at: now, in: database)
      let outcome = try ledger.perform(request).get()
      try ledger.save()
      return outcome
    }
  }

  private static func counter(
    named name: CounterName, creating: Bool, at now: Timestamp, in session: Session,
    _ database: Database
  ) throws -> Counter {
    do {
      return try database.counter(named: name, in: session)
    } catch Refusal.noSuchCounter where creating {
      return try database.insertCounter(named: name, ofUser: session.user.id, at: now)
    }
  }
}

extension Database {
  /// What the account did under an identifier, with the counter that it belongs to.
  fileprivate func change(knownBy id: Change.ID, by user: Int64) throws
    -> (counter: Int64, change: Change)?
  {
    let row = try row(SQLiteStore.knownSQL, [user, ChangeUID.value(id)])
    return try row.map { (try $0.value(Change.columnCount), try Change(row: $0)) }
  }
}

extension SQLiteStore {
  static let knownSQL = """
    SELECT \(Change.columns), change.counter_id FROM changes AS change \(Change.joinedOriginal)
    WHERE coalesce(change.author, change.user_id) = ? AND change.uid = ?
    """
}
