internal import Domain

/// The access of one account to a counter, with the counter's standing.
struct Access {
  /// A membership in a counter.
  struct Member {
    /// The number of the member in the counter.
    let number: Int64
    /// The account of the member.
    let user: Int64
  }

  let counter: Int64
  /// The account that owns the counter and every row of its history.
  let owner: Int64
  /// The owner's username.
  let ownerName: Username
  /// The counter's target.
  let target: Int64?
  /// The membership; `nil` for the owner.
  let member: Member?
  let standing: Standing
  let order: TimeOrder

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
  func access(to counter: Int64, in session: Session) throws -> Access? {
    let user = session.user.id
    let sql = locksRows ? Access.lockedCounterSQL : Access.counterSQL
    guard let row = try self.row(sql, [counter]) else {
      // Otherwise the time would tell a stranger whether the counter exists.
      _ = try self.row(Access.memberSQL, [0, counter, user])
      return nil
    }
    let owner: Int64 = try row.value(0)
    func standing(_ role: Role, _ tops: UndoTops) throws -> Standing {
      Standing(
        role: role, count: try row.value(1), lastSequence: try row.value(2),
        setSequence: try row.value(3), tops: tops)
    }
    let order = TimeOrder(orderedUntil: try row.value(7), lastSequence: try row.value(2))
    if user == owner {
      let tops = UndoTops(undo: try row.value(4), redo: try row.value(5))
      return Access(
        counter: counter, owner: owner, ownerName: session.user.username,
        target: try row.value(6), member: nil, standing: try standing(.owner, tops), order: order)
    }
    guard let member = try self.row(Access.memberSQL, [owner, counter, user]) else { return nil }
    let permission = try Role.Permission(column: try member.value(1))
    let tops = UndoTops(undo: try member.value(2), redo: try member.value(3))
    let ownerName = try User(row: member, from: 4).username
    return Access(
      counter: counter, owner: owner, ownerName: ownerName, target: try row.value(6),
      member: Access.Member(number: try member.value(0), user: user),
      standing: try standing(.member(permission, ofCounterOf: ownerName), tops), order: order)
  }

  /// Saves the new standing of the counter and of the member who counted.
  func save(_ standing: Standing, _ order: TimeOrder, of access: Access, at now: Timestamp) throws {
    guard let member = access.member else {
      return try run(
        Access.saveSQL,
        [
          standing.count, standing.lastSequence, standing.tops.undo, standing.tops.redo,
          standing.setSequence, order.newest, now.milliseconds, access.counter, access.owner,
        ])
    }
    try run(
      Access.saveCountSQL,
      [
        standing.count, standing.lastSequence, order.newest, now.milliseconds, access.counter,
        access.owner,
      ])
    try run(
      Access.saveTopsSQL,
      [standing.tops.undo, standing.tops.redo, access.counter, member.number])
  }
}

extension Access {
  static let counterSQL = """
    SELECT user_id, count, last_seq, set_seq, undo_seq, redo_seq, target,
      ordered_until
    FROM counters WHERE id = ?
    """

  /// Locks the row, so that the counter's writers come one after the other.
  static let lockedCounterSQL = counterSQL + " FOR NO KEY UPDATE"

  /// The index says where the row is, and the row says whose it is.
  static let memberSQL = """
    SELECT members.number, members.role, members.undo_seq, members.redo_seq, \(User.columns)
    FROM members AS listed
    JOIN members ON members.counter_id = listed.counter_id AND members.number = listed.number
      AND +members.user_id = ?3
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
