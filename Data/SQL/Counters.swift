internal import Domain

extension SQLConnection {
  /// Creates a counter without opening it.
  func insertCounter(
    named name: CounterName, of user: User, at time: Timestamp, uid: SQLValue? = nil
  ) throws -> Counter {
    do {
      let id = try insert(
        """
        INSERT INTO counters (user_id, uid, name, name_key, created_at) VALUES (?, ?, ?, ?, ?)
        RETURNING id
        """,
        [user.id, uid ?? ChangeUID.new(at: time), name.text, name.key, time.milliseconds])
      return Counter(id: id, name: name, owner: user.username, count: 0, changedAt: nil)
    } catch  where Self.isNotUnique(error) {
      throw Refusal.counterExists(name)
    }
  }

  /// Records the open counter of an account.
  func noteOpen(_ counter: Int64, ofUser user: Int64) throws {
    try run(
      "UPDATE users SET open_counter_id = ?1 WHERE id = ?2 AND open_counter_id IS DISTINCT FROM ?1",
      [counter, user])
  }

  /// The counter with an id, as it is now.
  ///
  /// - Throws: `Refusal.noSuchCounter`.
  func counter(withID id: Int64, in session: Session) throws -> Counter {
    try access(toCounterWithID: id, in: session).counter
  }

  /// Finds a counter by reference: one of the account's own, or one shared with it.
  ///
  /// - Throws: `Refusal.noSuchCounter`.
  func counter(_ reference: CounterReference, in session: Session) throws -> Counter {
    try access(to: reference, in: session, locking: false).counter
  }

  /// The access to a counter by reference. Only with `locking` its count may be changed.
  ///
  /// - Throws: `Refusal.noSuchCounter`.
  func access(to reference: CounterReference, in session: Session, locking: Bool) throws -> Access {
    let user = session.user
    if let name = reference.own,
      let own = try access(toOwn: name, of: user, locking: locking)
    {
      return own
    }
    if let shared = reference.shared {
      let access =
        shared.owner.key == user.username.key
        ? try access(toOwn: shared.name, of: user, locking: locking)
        : try access(to: shared, in: session, locking: locking)
      if let access { return access }
    }
    throw Refusal.noSuchCounter(named: reference.text, near: nil)
  }

  private func access(
    to shared: CounterReference.Shared, in session: Session, locking: Bool
  ) throws -> Access? {
    let id: Int64? = try value(
      """
      SELECT counters.id FROM users JOIN counters ON counters.user_id = users.id
      WHERE users.username_key = ? AND counters.name_key = ?
      """, [shared.owner.key, shared.name.key])
    // A missing counter takes as long as one that is not shared.
    return try access(to: id ?? 0, in: session, locking: locking)
  }

  /// The counters shared with an account, by owner and name.
  func sharedCounters(with user: User) throws -> [Counter] {
    let rows = try rows(
      """
      SELECT \(Counter.columns), members.role, \(User.columns)
      FROM members AS listed
      JOIN members ON members.counter_id = listed.counter_id AND members.number = listed.number
        AND +members.user_id = ?1
      JOIN counters ON counters.id = members.counter_id
      JOIN users ON users.id = counters.user_id
      WHERE listed.user_id = ?1 AND members.role IS NOT NULL
      ORDER BY users.username_key, counters.name_key
      """, [user.id])
    return try rows.map { row in
      try Counter(
        row: row, owner: try User(row: row, from: Counter.columnCount + 1).username,
        permission: try Role.Permission(column: try row.value(Counter.columnCount)))
    }
  }
}

extension Role {
  /// The permission of a member; `nil` for the owner.
  var permission: Permission? {
    if case .member(let permission, _) = self { permission } else { nil }
  }
}

extension Role.Permission {
  /// The permission in the column `role`.
  init(column: String) throws(Refusal) {
    guard let permission = Self(rawValue: column) else {
      throw .storeDamaged(cause: "an unknown role: \(column)")
    }
    self = permission
  }
}
