public import Domain
internal import GRDB

extension SQLiteStore: CounterRepository {
  public func counters(in session: Session) async throws(Refusal) -> [Counter] {
    try await read("list counters") { database, now in
      try database.check(session, at: now)
      let rows = try database.rows(
        """
        SELECT \(Counter.columns) FROM \(Counter.found)
        WHERE listed.user_id = ? ORDER BY listed.name_key
        """, [session.user.id])
      return try rows.map { try Counter(row: $0) }
    }
  }

  public func openCounter(in session: Session) async throws(Refusal) -> Counter? {
    try await read("find the open counter") { database, now in
      try database.check(session, at: now)
      let row = try database.row(
        """
        SELECT \(Counter.columns) FROM users JOIN counters
        ON counters.id = users.open_counter_id AND counters.user_id = users.id WHERE users.id = ?
        """, [session.user.id])
      return try row.map { try Counter(row: $0) }
    }
  }

  public func refreshed(_ counter: Counter, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await read("read a counter") { database, now in
      try database.check(session, at: now)
      return try database.counter(of: try database.access(to: counter, for: .see, in: session))
    }
  }

  public func open(named name: CounterName, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await write("open a counter") { database, now in
      try database.use(session, at: now)
      let counter = try database.counter(named: name, in: session)
      try database.noteOpen(counter.id, ofUser: session.user.id)
      return counter
    }
  }

  public func counter(named name: CounterName, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await read("find a counter") { database, now in
      try database.check(session, at: now)
      return try database.counter(named: name, in: session)
    }
  }

  public func createCounter(named name: CounterName, in session: Session) async throws(Refusal)
    -> Counter
  {
    try await write("create a counter") { database, now in
      try database.use(session, at: now)
      let counter = try database.insertCounter(named: name, ofUser: session.user.id, at: now)
      try database.noteOpen(counter.id, ofUser: session.user.id)
      return counter
    }
  }

  public func rename(_ counter: Counter, to name: CounterName, in session: Session)
    async throws(Refusal) -> Counter
  {
    try await write("rename a counter") { database, now in
      try database.use(session, at: now)
      let access = try database.access(to: counter, for: .manage, in: session)
      do {
        try database.run(
          "UPDATE counters SET name = ?, name_key = ? WHERE id = ?",
          [name.text, name.key, access.counter])
      } catch  where Database.isNotUnique(error) {
        throw Refusal.counterExists(name)
      }
      return try database.counter(of: access)
    }
  }

  public func delete(_ counter: Counter, in session: Session) async throws(Refusal) {
    try await write("delete a counter") { database, now in
      try database.use(session, at: now)
      let access = try database.access(to: counter, for: .manage, in: session)
      try database.run("DELETE FROM counters WHERE id = ?", [access.counter])
    }
  }
}
