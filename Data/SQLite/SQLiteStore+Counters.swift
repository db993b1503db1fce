public import Domain
internal import Foundation
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
      try Self.noteOpen(counter.id, ofUser: session.user.id, in: database)
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
      let counter = try Self.insertCounter(
        named: name, ofUser: session.user.id, at: now, in: database)
      try Self.noteOpen(counter.id, ofUser: session.user.id, in: database)
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
      } catch let error as DatabaseError where error.isNotUnique {
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

extension SQLiteStore {
  /// Makes a counter; which one is open stays as it is.
  static func insertCounter(
    named name: CounterName, ofUser user: Int64, at time: Timestamp, uid: Data? = nil,
    in database: Database
  ) throws -> Counter {
    do {
      try database.run(
        "INSERT INTO counters (user_id, uid, name, name_key, created_at) VALUES (?, ?, ?, ?, ?)",
        [user, uid ?? ChangeUID.new(at: time), name.text, name.key, time.milliseconds])
    } catch let error as DatabaseError where error.isNotUnique {
      throw Refusal.counterExists(name)
    }
    return Counter(id: database.lastInsertedRowID, name: name, count: 0, changedAt: nil)
  }

  /// Notes that the counter is the open one of its account.
  static func noteOpen(_ counter: Int64, ofUser user: Int64, in database: Database)
    throws
  {
    try database.run(
      "UPDATE users SET open_counter_id = ?1 WHERE id = ?2 AND open_counter_id IS NOT ?1",
      [counter, user])
  }
}

extension Database {
  /// The counter as it is now, for somebody who has access to it in this transaction.
  fileprivate func counter(of access: Access) throws -> Counter {
    let row = try row("SELECT \(Counter.columns) FROM counters WHERE id = ?", [access.counter])
    guard let row else { throw Refusal.storeDamaged(cause: "a counter that was just read is gone") }
    return try Counter(row: row)
  }

  /// The counter of that name, whatever the case, if the session's account has one.
  ///
  /// - Throws: `Refusal.noSuchCounter`.
  func counter(named name: CounterName, in session: Session) throws -> Counter {
    let row = try row(
      """
      SELECT \(Counter.columns) FROM \(Counter.found)
      WHERE listed.user_id = ? AND listed.name_key = ?
      """, [session.user.id, name.key])
    guard let row else { throw Refusal.noSuchCounter(named: name.text, near: nil) }
    return try Counter(row: row)
  }
}
