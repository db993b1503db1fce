internal import Domain

extension SQLStore {
  public func beginSession(
    with credentials: Credentials, newHash: PasswordHash?, on device: Device
  ) async throws(Refusal) -> NewSession {
    let user = credentials.user
    return try await write("begin a session") { database, now in
      try database.run(
        "UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ?",
        [(newHash ?? credentials.passwordHash).text, user.id, credentials.passwordHash.text])
      guard database.changedRows > 0 else { throw Refusal.credentialsWrong }
      try database.clearAttempts(at: user.username, from: device.token, now: now)
      try database.forgetSessions(of: user, at: now)
      let resetAt = try database.takePasswordReset(of: user)
      return try database.insertSession(
        of: user, on: device, passwordResetAt: resetAt, now: now)
    }
  }

  public func resumeSession(_ token: SessionToken) async throws(Refusal) -> Session {
    let (session, isNoteDue) = try await read("resume a session") { database, now in
      let (session, lastUsed) = try database.session(provedBy: token, at: now)
      return (session, Session.isNoteDue(lastUsed: lastUsed, at: now))
    }
    if isNoteDue {
      do {
        try await write("note a session's use") { try $0.use(session, at: $1) }
      } catch .store(.readOnly) {
        // A read-only store can still be read; the use is recorded if possible.
      }
    }
    return session
  }

  public func endSession(_ session: Session) async throws(Refusal) {
    try await write("end a session") { database, _ in
      try database.run(
        "DELETE FROM sessions WHERE id = ? AND user_id = ?", [session.id, session.user.id])
    }
  }

  public func endAllSessions(of session: Session) async throws(Refusal) {
    try await write("end all sessions") { database, now in
      try database.lock(session.user)
      try database.check(session, at: now)
      try database.endSessions(of: session.user.id)
    }
  }

  public func otherSessions(than session: Session) async throws(Refusal) -> [SessionSummary] {
    try await read("list sessions") { database, now in
      try database.check(session, at: now)
      let rows = try database.rows(
        """
        SELECT sessions.place, sessions.created_at, sessions.used_at
        FROM sessions AS listed LEFT JOIN sessions
        ON sessions.id = listed.id AND sessions.user_id = listed.user_id AND listed.user_id = ?1
        WHERE listed.user_id = ?1 AND listed.id <> ?2 ORDER BY sessions.used_at DESC, listed.id DESC
        """, [session.user.id, session.id])
      return try rows.map {
        SessionSummary(
          place: try $0.value(0), createdAt: try $0.timestamp(1), lastUsedAt: try $0.timestamp(2))
      }.filter { Session.isAlive(since: $0.createdAt, lastUsed: $0.lastUsedAt, at: now) }
    }
  }
}

extension SQLConnection {
  /// Checks that the session is valid, and returns when its use was last recorded.
  ///
  /// - Throws: `Refusal.notLoggedIn`.
  @discardableResult
  func check(_ session: Session, at now: Timestamp) throws -> Timestamp {
    // The owner was read from the row; here the index must agree.
    let row = try row(
      """
      SELECT created_at, used_at FROM sessions INDEXED BY sessions_user
      WHERE id = ? AND user_id = ?
      """, [session.id, session.user.id])
    guard let row else { throw Refusal.notLoggedIn }
    return try lastUse(of: row, from: 0, at: now)
  }

  /// The valid session that a token proves, and when its use was last recorded.
  ///
  /// - Throws: `Refusal.notLoggedIn`.
  func session(provedBy token: SessionToken, at now: Timestamp) throws -> (Session, Timestamp) {
    guard let row = try row(Session.provedSQL, [token.digest]) else { throw Refusal.notLoggedIn }
    let session = Session(id: try row.value(3), user: try User(row: row))
    return (session, try lastUse(of: row, from: 4, at: now))
  }

  private func lastUse(of row: SQLRow, from start: Int, at now: Timestamp) throws -> Timestamp {
    let lastUsed = try row.timestamp(start + 1)
    guard Session.isAlive(since: try row.timestamp(start), lastUsed: lastUsed, at: now) else {
      throw Refusal.notLoggedIn
    }
    return lastUsed
  }

  /// Checks that the session is valid, and records its use if due.
  ///
  /// - Throws: `Refusal.notLoggedIn`.
  func use(_ session: Session, at now: Timestamp) throws {
    if let group, group.users[session.id] == session.user.id { return }
    let lastUsed = try check(session, at: now)
    group?.users[session.id] = session.user.id
    try noteUse(of: session, after: lastUsed, at: now)
  }

  /// The session of a proof, whose use is recorded if due.
  ///
  /// - Throws: `Refusal.notLoggedIn`.
  func use(_ proof: SessionProof, at now: Timestamp) throws -> Session {
    switch proof {
    case .session(let session):
      try use(session, at: now)
      return session
    case .token(let token):
      let (session, lastUsed) = try session(provedBy: token, at: now)
      try noteUse(of: session, after: lastUsed, at: now)
      return session
    }
  }

  /// Ends all sessions of an account.
  func endSessions(of user: Int64) throws {
    try run("DELETE FROM sessions WHERE user_id = ?", [user])
  }

  /// Records the use of a valid session if due.
  func noteUse(of session: Session, after lastUsed: Timestamp, at now: Timestamp) throws {
    guard Session.isNoteDue(lastUsed: lastUsed, at: now) else { return }
    try run(
      "UPDATE sessions SET used_at = ? WHERE id = ? AND user_id = ?",
      [now.milliseconds, session.id, session.user.id])
  }
}

extension Session {
  /// The user, the session's number and its times. All indexes that lead to a session must agree.
  fileprivate static let provedSQL = """
    SELECT \(User.columns), sessions.id, sessions.created_at, sessions.used_at
    FROM sessions AS listed LEFT JOIN sessions
    ON sessions.id = listed.id AND sessions.token_digest = listed.token_digest
      AND listed.token_digest = ?1
    LEFT JOIN users ON users.id = sessions.user_id AND users.id = (
      SELECT id FROM users AS named WHERE named.username_key = users.username_key)
    WHERE listed.token_digest = ?1 AND (sessions.id IS NULL OR EXISTS (
      SELECT 1 FROM sessions AS owned INDEXED BY sessions_user
      WHERE owned.user_id = sessions.user_id AND owned.id = sessions.id))
    """
}

/// A device that has logged in to an account before, and its own attempts.
struct KnownDevice {
  /// The account's number.
  let user: Int64
  /// What identifies the device.
  let token: DeviceToken
  /// The attempts from this device alone.
  var throttle: Throttle
}

extension SQLConnection {
  /// The device, if the account with that name exists and knows it. This transaction may change it.
  func knownDevice(_ token: DeviceToken?, of key: String, at now: Timestamp) throws -> KnownDevice?
  {
    guard let token, !key.utf8.contains(0) else { return nil }
    var sql = """
      SELECT devices.user_id, devices.logged_in_at, devices.tries, devices.last_try
      FROM users JOIN devices ON devices.user_id = users.id
      WHERE users.username_key = ? AND devices.token_digest = ?
      """
    if locksRows { sql += " FOR NO KEY UPDATE OF devices" }
    guard let row = try row(sql, [key, token.digest]),
      Device.isKnown(since: try row.timestamp(1), at: now)
    else { return nil }
    return KnownDevice(
      user: try row.value(0), token: token,
      throttle: Throttle(attempts: try row.value(2), lastAttempt: try row.timestamp(3)))
  }

  /// Saves a device's own attempts.
  func keep(_ device: KnownDevice) throws {
    try run(
      "UPDATE devices SET tries = ?, last_try = ? WHERE user_id = ? AND token_digest = ?",
      [
        device.throttle.attempts, device.throttle.lastAttempt.milliseconds, device.user,
        device.token.digest,
      ])
  }

  /// Remembers that a device has logged in to an account, and forgets the oldest of too many.
  ///
  /// - Returns: the device's token, which is new unless it has one.
  func remember(_ device: Device, of user: User, at now: Timestamp) throws -> DeviceToken {
    let token = device.token ?? .random()
    try run(
      """
      INSERT INTO devices (user_id, token_digest, logged_in_at, tries, last_try)
      VALUES (?1, ?2, ?3, 0, ?3)
      ON CONFLICT (user_id, token_digest) DO UPDATE SET logged_in_at = excluded.logged_in_at
      """, [user.id, token.digest, now.milliseconds])
    try run(
      """
      DELETE FROM devices WHERE user_id = ?1 AND token_digest NOT IN (
        SELECT token_digest FROM devices WHERE user_id = ?1 ORDER BY logged_in_at DESC LIMIT ?2)
      """, [user.id, Device.mostPerAccount])
    return token
  }

  /// Forgets all devices of an account but one.
  func forgetDevices(of user: User, except token: DeviceToken?) throws {
    try run(
      "DELETE FROM devices WHERE user_id = ? AND token_digest <> ?",
      [user.id, token?.digest ?? []])
  }
}
