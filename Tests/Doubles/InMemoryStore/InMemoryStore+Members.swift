import Domain

extension InMemoryStore: MemberRepository {
  public func share(
    _ counter: Counter, with username: Username, as permission: Role.Permission,
    in session: Session
  ) async throws(Refusal) -> Username {
    // An unknown name is counted as an attempt, and a refused attempt may have changed the
    // throttle, so it is kept.
    let result = try transaction { tables, now throws(Refusal) -> Result<Username, Refusal> in
      try tables.use(session, now: now)
      let row = try tables.row(of: counter, for: .manage, in: session).row
      guard username.key != session.user.username.key else {
        throw .ownedAlready(counter: counter.typedName)
      }
      let key = "sharing \(session.user.id)"
      var throttle = tables.throttles[key] ?? Throttle(attempts: 0, lastAttempt: now)
      defer { tables.throttles[key] = throttle }
      do throws(Refusal) {
        try throttle.check(at: now)
      } catch {
        return .failure(error)
      }
      guard let user = tables.account(withKey: username.key)?.user else {
        try throttle.count(at: now)
        return .failure(.noSuchAccount(named: username.text))
      }
      guard row.members[user.id] != permission else {
        throw .alreadyMember(user.username, permission, counter: counter.typedName)
      }
      tables.counters[row.id]?.members[user.id] = permission
      return .success(user.username)
    }
    return try result.get()
  }

  public func unshare(_ counter: Counter, with username: Username, in session: Session)
    async throws(Refusal) -> Username
  {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let row = try tables.row(of: counter, for: .manage, in: session).row
      guard let user = tables.account(withKey: username.key)?.user, row.members[user.id] != nil
      else { throw .notMember(named: username.text, counter: counter.typedName) }
      tables.counters[row.id]?.members[user.id] = nil
      tables.accounts[user.id]?.archived.remove(row.id)
      return user.username
    }
  }

  public func leave(_ counter: Counter, in session: Session) async throws(Refusal) {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let (row, role) = try tables.row(of: counter, for: .see, in: session)
      guard role != .owner else { throw .ownerCannotLeave(counter: counter.typedName) }
      tables.counters[row.id]?.members[session.user.id] = nil
      tables.accounts[session.user.id]?.archived.remove(row.id)
      guard tables.guests[session.user.id] != nil else { return }
      tables.endSessions(of: session.user.id)
      // The same browser may come again.
      tables.devices[session.user.id] = nil
    }
  }

  public func members(of counter: Counter, summing period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [Member]
  {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      let row = try tables.row(of: counter, for: .see, in: session).row
      let users = tables.users(row.members.keys)
      return ([tables.accounts[row.owner]?.user].compactMap(\.self) + users).map { user in
        Member(
          username: user.username, permission: row.members[user.id],
          recent: row.sum(from: period.lowerBound, to: period.upperBound, by: user.id),
          total: row.sum(
            from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max), by: user.id))
      }
    }
  }

  public func parts(of counter: Counter, during period: Range<Timestamp>, in session: Session)
    async throws(Refusal) -> [Part]
  {
    let members = try await members(of: counter, summing: period, in: session)
    guard members.count > 1 else { return [] }
    return members.filter { $0.permission != .views }
      .map { Part(username: $0.username, sum: $0.recent) }
  }

  public func memberCount(of counter: Counter, in session: Session) async throws(Refusal) -> Int {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return try tables.row(of: counter, for: .manage, in: session).row.members.count
    }
  }

  public func membersOfOwnCounters(in session: Session) async throws(Refusal) -> [Username] {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      let members = Set(tables.counters(of: session.user.id).flatMap(\.members.keys))
      return tables.users(members).map(\.username)
    }
  }
}

extension Tables {
  /// The users with these accounts as lists show them: by username, and guests after all others.
  fileprivate func users(_ ids: some Sequence<Int64>) -> [User] {
    ids.compactMap { accounts[$0]?.user }
      .sorted { Username.isListedBefore($0.username, $1.username) }
  }
}
