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

  public func accountToReset(_ username: Username) async throws(Refusal) -> User {
    try await read("find an account") { database, _ in
      guard try database.isOwners else { throw Refusal.storeOwnerOnly }
      guard let user = try database.user(named: username) else {
        throw Refusal.noSuchAccount(named: username.text)
      }
      return user
    }
  }

  public func resetPassword(of user: User, to hash: PasswordHash) async throws(Refusal) {
    try await write("reset a password") { database, now in
      guard try database.isOwners else { throw Refusal.storeOwnerOnly }
      try database.lock(user)
      try database.run(
        "UPDATE users SET password_hash = ?, password_reset_at = ? WHERE id = ?",
        [hash.text, now.milliseconds, user.id])
      guard database.changedRows > 0 else {
        throw Refusal.noSuchAccount(named: user.username.text)
      }
      try database.endSessions(of: user.id)
      try database.clearAttempts(at: user.username)
      try database.forgetDevices(of: user, except: nil)
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

extension SQLConnection {
  /// Clears the attempts that were counted with one that succeeded: a known device's own, or else
  /// those of the name.
  func clearAttempts(at username: Username, from token: DeviceToken?, now: Timestamp) throws {
    guard var device = try knownDevice(token, of: username.key, at: now) else {
      return try clearAttempts(at: username)
    }
    device.throttle = Throttle(attempts: 0, lastAttempt: now)
    try keep(device)
  }

  /// Deletes the counted attempts at a name by devices that the account does not know.
  func clearAttempts(at username: Username) throws {
    try run(
      "DELETE FROM throttles WHERE name_digest = ?", [nameDigest(username.key)])
  }

  /// Records that the name belonged to an account, so that nobody else gets it.
  func keepFormer(_ username: Username) throws {
    try run(
      "INSERT INTO former_usernames (name_digest) VALUES (?)", [nameDigest(username.key)])
  }

  /// Creates an account and returns its number.
  ///
  /// - Throws: `Refusal.usernameTaken`, also for the name of a deleted account.
  func insert(_ user: NewUser, at now: Timestamp) throws -> Int64 {
    let id: Int64
    do {
      id = try insert(
        """
        INSERT INTO users (username, username_key, password_hash, created_at)
        VALUES (?, ?, ?, ?) RETURNING id
        """,
        [
          user.username.text, user.username.key, user.passwordHash.text, now.milliseconds,
        ])
    } catch  where Self.isNotUnique(error) {
      throw Refusal.usernameTaken
    }
    // Looked up afterwards: inserting waits for an account with the name that is being deleted.
    let former = try row(
      "SELECT 1 FROM former_usernames WHERE name_digest = ?", [nameDigest(user.username.key)])
    guard former == nil else { throw Refusal.usernameTaken }
    return id
  }

  /// Locks an account's row, so that changes of the whole account come one after the other.
  func lock(_ user: User) throws {
    if locksRows {
      _ = try row("SELECT id FROM users WHERE id = ? FOR NO KEY UPDATE", [user.id])
    }
  }

  /// The credentials of the account with that name, if it exists.
  func credentials(of key: String) throws -> Credentials? {
    // No username has a NUL, and PostgreSQL refuses to compare with one.
    guard !key.utf8.contains(0) else { return nil }
    let row = try row(
      """
      SELECT \(User.columns), users.password_hash FROM \(User.named) AND users.guest_of IS NULL
      """, [key])
    return try row.map {
      Credentials(user: try User(row: $0), passwordHash: PasswordHash(try $0.value(3)))
    }
  }

  /// The throttle of a name, which this transaction will change. A new name has no attempts yet.
  func throttle(of key: String, at now: Timestamp) throws -> Throttle {
    let unused = Throttle(attempts: 0, lastAttempt: now)
    var sql = "SELECT tries, last_try FROM throttles WHERE name_digest = ?"
    if locksRows {
      // Only a row can be locked.
      try run(
        """
        INSERT INTO throttles (name_digest, tries, last_try) VALUES (?, ?, ?)
        ON CONFLICT (name_digest) DO NOTHING
        """, [nameDigest(key), unused.attempts, unused.lastAttempt.milliseconds])
      sql += " FOR NO KEY UPDATE"
    }
    return try row(sql, [nameDigest(key)]).map {
      Throttle(attempts: try $0.value(0), lastAttempt: try $0.timestamp(1))
    } ?? unused
  }

  /// Saves the throttle of a name.
  func keep(_ throttle: Throttle, of key: String) throws {
    try run(
      """
      INSERT INTO throttles (name_digest, tries, last_try) VALUES (?, ?, ?)
      ON CONFLICT (name_digest) DO UPDATE SET tries = excluded.tries, last_try = excluded.last_try
      """,
      [nameDigest(key), throttle.attempts, throttle.lastAttempt.milliseconds])
  }
}

/// The digest of an attempted name, which may be a mistyped password and so must not be stored.
private func nameDigest(_ key: String) -> [UInt8] { sha256(Array(key.utf8)) }

extension Session {
  /// How many of an account's newest sessions are kept even if expired, because the clock may be
  /// wrong.
  static let kept = 100
}

extension Token {
  /// The digest that identifies it in the store.
  var digest: [UInt8] { sha256(bytes) }
}

extension SQLConnection {
  /// Deletes the expired sessions of a user, except the newest.
  func forgetSessions(of user: User, at now: Timestamp) throws {
    try run(
      """
      DELETE FROM sessions WHERE user_id = ?1 AND used_at <= ?2 AND id NOT IN (
        SELECT id FROM sessions WHERE user_id = ?1 ORDER BY id DESC LIMIT ?3)
      """,
      [user.id, now.adding(seconds: -Session.lifetime).milliseconds, Session.kept])
  }

  /// Starts a session of a user, and remembers the device.
  func insertSession(
    of user: User, on device: Device, passwordResetAt: Timestamp? = nil, now: Timestamp
  ) throws -> NewSession {
    let token = SessionToken.random()
    let id = try insert(
      """
      INSERT INTO sessions (user_id, token_digest, place, created_at, used_at)
      VALUES (?, ?, ?, ?, ?) RETURNING id
      """,
      [user.id, token.digest, device.place, now.milliseconds, now.milliseconds])
    return NewSession(
      session: Session(id: id, user: user), token: token,
      device: try remember(device, of: user, at: now), passwordResetAt: passwordResetAt)
  }

  /// When the password was reset, if no login has told it. This one does.
  func takePasswordReset(of user: User) throws -> Timestamp? {
    let reset: Int64? = try value("SELECT password_reset_at FROM users WHERE id = ?", [user.id])
    if reset != nil {
      try run("UPDATE users SET password_reset_at = NULL WHERE id = ?", [user.id])
    }
    return reset.map(Timestamp.init(milliseconds:))
  }
}
