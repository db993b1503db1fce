import Domain

extension InMemoryStore: UserRepository {
  public func signUp(_ user: NewUser, firstCounter: CounterName, on device: Device)
    async throws(Refusal) -> NewSession
  {
    try transaction { tables, now throws(Refusal) in
      guard tables.account(withKey: user.username.key) == nil,
        !tables.formerNames.contains(user.username.key)
      else { throw .usernameTaken }
      let new = User(id: tables.nextID(), username: user.username, createdAt: now)
      tables.accounts[new.id] = Tables.Account(user: new, passwordHash: user.passwordHash)
      _ = tables.addCounter(named: firstCounter, of: new, at: now)
      return try tables.addSession(of: new, on: device, now: now)
    }
  }

  public func countAttempt(at username: String, from device: DeviceToken?)
    async throws(Refusal) -> Credentials?
  {
    // A refused attempt may have changed the throttle, which is kept.
    let result = try transaction {
      tables, now throws(Refusal) -> Result<Credentials?, Refusal> in
      let key = Username.key(of: username)
      let forgotten = now.adding(seconds: -Throttle.lifetime)
      tables.throttles = tables.throttles.filter { $0.value.lastAttempt >= forgotten }
      do throws(Refusal) {
        try tables.countAttempt(at: key, from: device, now: now)
      } catch {
        return .failure(error)
      }
      return .success(
        tables.account(withKey: key).flatMap { account in
          account.passwordHash.map { Credentials(user: account.user, passwordHash: $0) }
        })
    }
    return try result.get()
  }

  public func changePassword(
    to hash: PasswordHash, in session: Session, on device: DeviceToken?
  ) async throws(Refusal) {
    try transaction { tables, now throws(Refusal) in
      try tables.use(session, now: now)
      let user = session.user
      tables.accounts[user.id]?.passwordHash = hash
      tables.sessions = tables.sessions.filter { id, row in
        row.session.user.id != user.id || id == session.id
      }
      tables.clearAttempts(at: user.username.key, from: device, now: now)
      tables.devices[user.id]?.removeAll { $0.token != device }
    }
  }

  public func accountToReset(_ username: Username) async throws(Refusal) -> User {
    try transaction { tables, _ throws(Refusal) in
      guard let account = tables.account(withKey: username.key) else {
        throw .noSuchAccount(named: username.text)
      }
      return account.user
    }
  }

  public func resetPassword(of user: User, to hash: PasswordHash) async throws(Refusal) {
    try transaction { tables, now throws(Refusal) in
      guard tables.accounts[user.id] != nil else {
        throw .noSuchAccount(named: user.username.text)
      }
      tables.accounts[user.id]?.passwordHash = hash
      tables.accounts[user.id]?.passwordResetAt = now
      tables.endSessions(of: user.id)
      tables.throttles[user.username.key] = nil
      tables.devices[user.id] = nil
    }
  }

  public func deleteAccount(in session: Session) async throws(Refusal) {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      let user = session.user
      tables.deleteAccount(user.id)
      tables.formerNames.insert(user.username.key)
      tables.throttles[user.username.key] = nil
    }
  }
}
