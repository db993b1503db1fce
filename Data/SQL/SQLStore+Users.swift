internal import Domain

extension SQLStore {
  public func signUp(_ user: NewUser, firstCounter: CounterName, on device: Device)
    async throws(Refusal) -> NewSession
  {
    try await write("sign up") { database, now in
      let id = try database.insert(user, at: now)
      let new = User(id: id, username: user.username, createdAt: now)
      let counter = try database.insertCounter(named: firstCounter, of: new, at: now)
      try database.noteOpen(counter.id, ofUser: id)
      return try database.insertSession(of: new, on: device, now: now)
    }
  }

  public func countAttempt(at username: String, from device: DeviceToken?)
    async throws(Refusal) -> Credentials?
  {
    // A refused attempt may have changed the throttle, so it is committed too.
    let result = try await write("count an attempt") {
      database, now -> Result<Credentials?, Refusal> in
      let key = Username.key(of: username)
      try database.run(
        "DELETE FROM throttles WHERE last_try < ?",
        [now.adding(seconds: -Throttle.lifetime).milliseconds])
      let attempt: Result<Void, Refusal>
      if var known = try database.knownDevice(device, of: key, at: now) {
        attempt = Result { () throws(Refusal) in try known.throttle.count(at: now) }
        try database.keep(known)
      } else {
        var throttle = try database.throttle(of: key, at: now)
        attempt = Result { () throws(Refusal) in try throttle.count(at: now) }
        try database.keep(throttle, of: key)
      }
      if case .failure(let refusal) = attempt { return .failure(refusal) }
      return .success(try database.credentials(of: key))
    }
    return try result.get()
  }

  public func changePassword(
    to hash: PasswordHash, in session: Session, on device: DeviceToken?
  ) async throws(Refusal) {
    let user = session.user
    try await write("change a password") { database, now in
      try database.lock(user)
      try database.use(session, at: now)
      try database.run(
        "UPDATE users SET password_hash = ? WHERE id = ?", [hash.text, user.id])
      try database.run(
        "DELETE FROM sessions WHERE user_id = ? AND id <> ?", [user.id, session.id])
      try database.clearAttempts(at: user.username, from: device, now: now)
      try database.forgetDevices(of: user, except: device)
    }
  }

  public func deleteAccount(in session: Session) async throws(Refusal) {
    let user = session.user
    try await write("delete an account", .histories) { database, now in
      try database.lock(user)
      try database.check(session, at: now)
      try database.run("DELETE FROM users WHERE id = ?", [user.id])
      try database.keepFormer(user.username)
      try database.clearAttempts(at: user.username)
    }
  }
}
