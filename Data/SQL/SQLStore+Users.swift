internal import Domain

extension SQLStore {
  public func signUp(_ user: NewUser, firstCounter: CounterName, at place: String)
    async throws(Refusal) -> NewSession
  {
    try await write("sign up") { database, now in
      let id = try database.insert(user, at: now)
      let new = User(id: id, username: user.username, createdAt: now)
      let counter = try database.insertCounter(named: firstCounter, of: new, at: now)
      try database.noteOpen(counter.id, ofUser: id)
      return try database.insertSession(of: new, at: place, now: now)
    }
  }

  public func countAttempt(at username: String) async throws(Refusal) -> Credentials? {
    // A refused attempt may have changed the throttle, so it is committed too.
    let result = try await write("count an attempt") {
      database, now -> Result<Credentials?, Refusal> in
      let key = username.lowercased()
      try database.run(
        "DELETE FROM throttles WHERE last_try < ?",
        [now.adding(seconds: -Throttle.lifetime).milliseconds])
      var throttle = try database.throttle(of: key, at: now)
      do throws(Refusal) {
        try throttle.count(at: now)
      } catch {
        try database.keep(throttle, of: key)
        return .failure(error)
      }
      try database.keep(throttle, of: key)
      return .success(try database.credentials(of: key))
    }
    return try result.get()
  }

  public func changePassword(to hash: PasswordHash, in session: Session) async throws(Refusal) {
    let user = session.user
    try await write("change a password") { database, now in
      try database.lock(user)
      try database.use(session, at: now)
      try database.run(
        "UPDATE users SET password_hash = ? WHERE id = ?", [hash.text, user.id])
      try database.run(
        "DELETE FROM sessions WHERE user_id = ? AND id <> ?", [user.id, session.id])
      try database.clearAttempts(at: user.username)
    }
  }

  public func deleteAccount(in session: Session) async throws(Refusal) {
    let user = session.user
    try await write("delete an account") { database, now in
      try database.lock(user)
      try database.check(session, at: now)
      try database.run("DELETE FROM users WHERE id = ?", [user.id])
      try database.keepFormer(user.username)
      try database.clearAttempts(at: user.username)
    }
  }
}
