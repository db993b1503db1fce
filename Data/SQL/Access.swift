internal import Domain

/// The access of one account to a counter, with the counter as it is now.
struct Access {
  let counter: Counter
  /// The account that owns the counter and every row of its history.
  let owner: Int64
  /// The membership; `nil` for the owner.
  let member: MemberRow?
  let standing: Standing
  let order: TimeOrder
  /// What was added in the period of the target, if an earlier change of the transaction knows it.
  let period: PeriodSum?

  /// The account whose stacks are used, and which is the author of new entries.
  var user: Int64 { member?.user ?? owner }
}

extension SQLConnection {
  /// Checks whether a session may do something with a counter. Every method that takes a counter
  /// calls this in its own transaction.
  ///
  /// - Throws: `Refusal.noSuchCounter` for a stranger and a former member; `.ownerOnly` for a
  ///   member without the right.
  func access(to counter: Counter, for right: Role.Right, in session: Session) throws -> Access {
    guard let access = try access(to: counter.id, in: session) else {
      throw Refusal.noSuchCounter(named: counter.typedName, near: nil)
    }
    try access.standing.role.check(right)
    return access
  }

  /// The access of the session's account to the counter with an id.
  ///
  /// - Throws: `Refusal.noSuchCounter` for a stranger and a former member.
  func access(toCounterWithID id: Int64, in session: Session) throws -> Access {
    guard let access = try access(to: id, in: session) else {
      throw Refusal.noSuchCounter(named: "\(id)", near: nil)
    }
    return access
  }

  /// The access of the session's account; `nil` for a stranger or a former member.
  ///
  /// A stranger neither locks the counter nor waits for it, whatever `locking` says. Whoever waited
  /// may have lost the access meanwhile, so a member's rights are asked again in the lock.
  func access(to counter: Int64, in session: Session, locking: Bool = true) throws -> Access? {
    let user = session.user.id
    guard let row = try counterRow(counter, for: user, locking: locking && locksRows) else {
      return nil
    }
    if user == row.owner { return Access(row, ownerName: session.user.username) }
    return try memberRow(user, of: row).map { Access(row, $0) }
  }

  /// The access to the account's own counter with a name; `nil` if there is none.
  func access(toOwn name: CounterName, of user: User, locking: Bool) throws -> Access? {
    let sql = locking && locksRows ? Access.lockedOwnSQL : Access.ownSQL
    return try row(sql, [user.id, name.key]).map {
      Access(try CounterRow($0), ownerName: user.username)
    }
  }

  private func counterRow(_ counter: Int64, for user: Int64, locking: Bool) throws -> CounterRow? {
    if let known = group?.counters[counter] { return known }
    let sql = locking ? Access.lockedCounterSQL : Access.counterSQL
    guard let row = try row(sql, [counter, user]).map({ try CounterRow($0) }) else { return nil }
    group?.counters[counter] = row
    return row
  }

  private func memberRow(_ user: Int64, of counter: CounterRow) throws -> MemberRow? {
    let key = ChangeGroup.MemberKey(counter: counter.id, user: user)
    if let known = group?.members[key] { return known }
    let row = try self.row(Access.memberSQL, [counter.owner, counter.id, user])
      .map { try MemberRow($0, user: user) }
    group?.members[key] = row
    return row
  }

  /// Saves the new standing of the counter and of the member who counted.
  func save(
    _ standing: Standing, _ order: TimeOrder, _ period: PeriodSum?, of access: Access,
    at now: Timestamp
  ) throws {
    if let group { return group.keep(standing, order, period, of: access, at: now) }
    guard let member = access.member else {
      return try runLater(
        Access.saveSQL,
        [
          standing.count, standing.lastSequence, standing.tops.undo, standing.tops.redo,
          standing.setSequence, order.newest, now.milliseconds, access.counter.id,
          access.owner,
        ])
    }
    try runLater(
      Access.saveCountSQL,
      [
        standing.count, standing.lastSequence, order.newest, now.milliseconds, access.counter.id,
        access.owner,
      ])
    try runLater(
      Access.saveTopsSQL,
      [standing.tops.undo, standing.tops.redo, access.counter.id, member.number])
  }
}

extension Access {
  /// The owner's access.
  fileprivate init(_ row: CounterRow, ownerName: Username) {
    self.init(row, row.counter(of: ownerName), member: nil)
  }

  /// A member's access.
  fileprivate init(_ row: CounterRow, _ member: MemberRow) {
    self.init(
      row, row.counter(of: member.ownerName, permission: member.permission),
      member: member)
  }

  private init(_ row: CounterRow, _ counter: Counter, member: MemberRow?) {
    self.init(
      counter: counter, owner: row.owner, member: member,
      standing: Standing(
        role: counter.role, count: row.count, lastSequence: row.lastSequence,
        setSequence: row.setSequence, tops: member?.tops ?? row.tops),
      order: row.order, period: row.period)
  }

  /// The columns of `CounterRow`.
  private static let columns = """
    \(Counter.columns), counters.user_id, counters.set_seq, counters.ordered_until,
    counters.undo_seq, counters.redo_seq
    """

  /// The rights are asked first, and a stranger's question never reaches the counter's row, which
  /// may be held or often changed: the time would tell that there is such a counter.
  static let counterSQL = """
    SELECT \(columns) FROM (
      SELECT own.id FROM counters AS own WHERE own.id = ?1 AND own.user_id = ?2
      UNION ALL
      SELECT listed.counter_id FROM members AS listed
      WHERE listed.counter_id = ?1 AND listed.user_id = ?2 AND listed.role IS NOT NULL
    ) AS allowed JOIN counters ON counters.id = allowed.id
    """

  /// Locks the row, so that the counter's writers come one after the other.
  static let lockedCounterSQL = "\(counterSQL) FOR NO KEY UPDATE OF counters"

  static let ownSQL = """
    SELECT \(columns)
    FROM \(Counter.found(where: "listed.user_id = ?1 AND listed.name_key = ?2"))
    """

  static let lockedOwnSQL = """
    SELECT \(columns) FROM counters WHERE user_id = ? AND name_key = ? FOR NO KEY UPDATE
    """

  /// The index says where the row is, and the row says whose it is.
  static let memberSQL = """
    SELECT members.number, members.role, members.undo_seq, members.redo_seq, \(User.columns),
      members.counts_until
    FROM members AS listed
    JOIN members ON members.counter_id = listed.counter_id AND members.number = listed.number
      AND +members.user_id = ?3 AND +members.counter_id = ?2
    JOIN users ON users.id = ?1
    WHERE listed.counter_id = ?2 AND listed.user_id = ?3 AND members.role IS NOT NULL
    """

  static let saveSQL = """
    UPDATE counters SET count = ?, last_seq = ?, undo_seq = ?, redo_seq = ?, set_seq = ?,
      ordered_until = ?, changed_at = ?
    WHERE id = ? AND user_id = ?
    """

  static let saveCountSQL = """
    UPDATE counters SET count = ?, last_seq = ?, ordered_until = ?, changed_at = ?
    WHERE id = ? AND user_id = ?
    """

  static let saveTopsSQL = """
    UPDATE members SET undo_seq = ?, redo_seq = ? WHERE counter_id = ? AND number = ?
    """
}
