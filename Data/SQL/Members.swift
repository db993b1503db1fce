internal import Domain

extension SQLStore {
  public func share(
    _ counter: Counter, with username: Username, as permission: Role.Permission,
    in session: Session
  ) async throws(Refusal) -> Username {
    // An unknown name is counted as an attempt, and a refused attempt may have changed the
    // throttle, so the transaction is committed.
    let result = try await write("share a counter") { database, now -> Result<Username, Refusal> in
      try database.use(session, at: now)
      let access = try database.access(to: counter, for: .manage, in: session)
      guard username.key != session.user.username.key else {
        throw Refusal.ownedAlready(counter: counter.typedName)
      }
      let key = database.sharingKey(of: session.user)
      var throttle = try database.throttle(of: key, at: now)
      do throws(Refusal) {
        try throttle.check(at: now)
      } catch {
        try database.keep(throttle, of: key)
        return .failure(error)
      }
      guard let user = try database.user(named: username) else {
        try throttle.count(at: now)
        try database.keep(throttle, of: key)
        return .failure(.noSuchAccount(named: username.text))
      }
      guard try database.permission(ofUser: user.id, to: access.counter.id) != permission else {
        throw Refusal.alreadyMember(user.username, permission, counter: counter.typedName)
      }
      try database.setPermission(permission, ofUser: user.id, to: access.counter.id)
      return .success(user.username)
    }
    return try result.get()
  }

  public func unshare(_ counter: Counter, with username: Username, in session: Session)
    async throws(Refusal) -> Username
  {
    try await write("take access away") { database, now in
      try database.use(session, at: now)
      let access = try database.access(to: counter, for: .manage, in: session)
      guard let user = try database.user(named: username),
        try database.removePermission(ofUser: user.id, to: access.counter.id)
      else { throw Refusal.notMember(named: username.text, counter: counter.typedName) }
      return user.username
    }
  }

  public func leave(_ counter: Counter, in session: Session) async throws(Refusal) {
    try await write("leave a counter") { database, now in
      try database.use(session, at: now)
      let access = try database.access(to: counter, for: .see, in: session)
      guard access.member != nil else {
        throw Refusal.ownerCannotLeave(counter: counter.typedName)
      }
      _ = try database.removePermission(ofUser: session.user.id, to: access.counter.id)
      if session.user.username.isGuest {
        try database.endSessions(of: session.user.id)
        // The same browser may come again.
        try database.forgetDevices(of: session.user, except: nil)
      }
    }
  }

  public func members(of counter: Counter, summing period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [Member]
  {
    let (owner, members) = try await readHistory(of: counter, in: session) { database, access in
      try database.checkIndex(of: access)
      return (access.counter.owner, try database.members(of: access.counter.id))
    }
    let always = Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)
    let recent = try await sumsByAuthor(of: counter, during: period, in: session)
    let total = try await sumsByAuthor(of: counter, during: always, in: session)
    func member(_ username: Username, _ permission: Role.Permission?, _ account: Int64?) -> Member {
      Member(
        username: username, permission: permission,
        recent: Int64(exactly: recent[account] ?? 0), total: Int64(exactly: total[account] ?? 0))
    }
    return [member(owner, nil, nil)]
      + members.map { member($0.user.username, $0.permission, $0.user.id) }
  }

  public func parts(of counter: Counter, during period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [Part]
  {
    let (owner, members) = try await readHistory(of: counter, in: session) { database, access in
      try database.checkIndex(of: access)
      return (access.counter.owner, try database.members(of: access.counter.id))
    }
    guard !members.isEmpty else { return [] }
    let sums = try await sumsByAuthor(of: counter, during: period, in: session)
    func part(_ username: Username, _ account: Int64?) -> Part {
      Part(username: username, sum: Int64(exactly: sums[account] ?? 0))
    }
    return [part(owner, nil)]
      + members.filter { $0.permission == .counts }.map { part($0.user.username, $0.user.id) }
  }

  public func memberCount(of counter: Counter, in session: Session) async throws(Refusal) -> Int {
    try await read("count members") { database, now in
      try database.check(session, at: now)
      let access = try database.access(to: counter, for: .manage, in: session)
      return try database.memberCount(of: access.counter.id)
    }
  }

  public func membersOfOwnCounters(in session: Session) async throws(Refusal) -> [Username] {
    try await read("list members") { database, now in
      try database.check(session, at: now)
      return try database.rows(
        """
        SELECT \(User.columns) FROM users WHERE id IN (
          SELECT members.user_id FROM counters JOIN members ON members.counter_id = counters.id
          WHERE counters.user_id = ? AND members.role IS NOT NULL)
        """, [session.user.id]
      ).map { try User(row: $0).username }.sorted(by: Username.isListedBefore)
    }
  }

  /// The additions of each account in a period, computed page by page; the owner's account is
  /// `nil`.
  private func sumsByAuthor(
    of counter: Counter, during period: Range<Timestamp>, in session: Session
  ) async throws(Refusal) -> [Int64?: Int128] {
    var sums: [Int64?: Int128] = [:]
    var rest = period
    while !rest.isEmpty {
      let page = rest
      let (end, rows) = try await readHistory(of: counter, in: session) { database, _ in
        let end = try database.endOfPage(of: counter.id, in: page)
        let rows = try database.rows(
          SumSQL.byAuthor,
          [counter.id, page.lowerBound.milliseconds, end.milliseconds]
        ).map { (author: try $0.value(0) as Int64?, sum: try $0.halvedSum(from: 1)) }
        return (end, rows)
      }
      for row in rows { sums[row.author, default: 0] += row.sum }
      rest = end..<period.upperBound
    }
    return sums
  }
}

extension SumSQL {
  static let byAuthor = """
    SELECT author, \(halves) FROM changes INDEXED BY changes_time
    WHERE counter_id = ? AND time >= ? AND time < ? GROUP BY author
    """
}

extension SQLConnection {
  /// The key of an account's sharing attempts. No username contains NUL, so it is different from
  /// all names.
  fileprivate func sharingKey(of user: User) -> String { "\0sharing \(user.id)" }
}

extension SQLConnection {
  /// Sets an account's permission for a counter, and makes the account a member if necessary.
  func setPermission(_ permission: Role.Permission, ofUser user: Int64, to counter: Int64) throws {
    try run(
      "UPDATE members SET role = ? WHERE counter_id = ? AND user_id = ?",
      [permission.rawValue, counter, user])
    guard changedRows == 0 else { return }
    try run(
      """
      INSERT INTO members (counter_id, number, user_id, role)
      SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3 FROM members WHERE counter_id = ?1
      """, [counter, user, permission.rawValue])
  }

  /// Removes an account's permission; returns whether it had one. The stacks stay.
  func removePermission(ofUser user: Int64, to counter: Int64) throws -> Bool {
    try run(
      "UPDATE members SET role = NULL WHERE counter_id = ? AND user_id = ? AND role IS NOT NULL",
      [counter, user])
    guard changedRows > 0 else { return false }
    // Who gets it back is to see it.
    try unarchive(counter, ofUser: user)
    return true
  }

  /// The permission of an account; `nil` if it is not a member.
  func permission(ofUser user: Int64, to counter: Int64) throws -> Role.Permission? {
    let role: String? = try value(
      "SELECT role FROM members WHERE counter_id = ? AND user_id = ?", [counter, user])
    return try role.map { try Role.Permission(column: $0) }
  }

  /// The members of a counter by name, with their permissions.
  func members(of counter: Int64) throws -> [(user: User, permission: Role.Permission)] {
    try rows(
      """
      SELECT \(User.columns), members.role FROM members JOIN users ON users.id = members.user_id
      WHERE members.counter_id = ? AND members.role IS NOT NULL
      """, [counter]
    ).map { (user: try User(row: $0), permission: try Role.Permission(column: try $0.value(3))) }
      .sorted { Username.isListedBefore($0.user.username, $1.user.username) }
  }

  /// The number of members of a counter. Those whose account was deleted keep their rows.
  func memberCount(of counter: Int64) throws -> Int {
    try value(
      """
      SELECT count(*) FROM members
      WHERE counter_id = ? AND user_id IS NOT NULL AND role IS NOT NULL
      """, [counter]) ?? 0
  }

  /// Finds an account by name.
  func user(named name: Username) throws -> User? {
    try row("SELECT \(User.columns) FROM \(User.named)", [name.key])
      .map { try User(row: $0) }
  }
}
