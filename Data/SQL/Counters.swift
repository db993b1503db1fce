internal import Domain

extension SQLConnection {
  /// Makes a counter; which one is open stays as it is.
  func insertCounter(
    named name: CounterName, ofUser user: Int64, at time: Timestamp, uid: [UInt8]? = nil
  ) throws -> Counter {
    do {
      let id = try insert(
        """
        INSERT INTO counters (user_id, uid, name, name_key, created_at) VALUES (?, ?, ?, ?, ?)
        RETURNING id
        """,
        [user, uid ?? ChangeUID.new(at: time), name.text, name.key, time.milliseconds])
      return Counter(id: id, name: name, count: 0, changedAt: nil)
    } catch  where Self.isNotUnique(error) {
      throw Refusal.counterExists(name)
    }
  }

  /// Notes that the counter is the open one of its account.
  func noteOpen(_ counter: Int64, ofUser user: Int64) throws {
    try run(
      "UPDATE users SET open_counter_id = ?1 WHERE id = ?2 AND open_counter_id IS DISTINCT FROM ?1",
      [counter, user])
  }

  /// The counter as it is now, for somebody who has access to it in this transaction.
  func counter(of access: Access) throws -> Counter {
    let row = try row("SELECT \(Counter.columns) FROM counters WHERE id = ?", [access.counter])
    guard let row else { throw Refusal.storeDamaged(cause: "a counter that was just read is gone") }
    return try Counter(row: row)
  }

  /// The counter of that name, ignoring case, if the session's account has one.
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
