internal import Domain

extension SQLConnection {
  /// Forgets the attempts that were counted at the password of a user.
  func clearAttempts(at username: Username) throws {
    try run(
      "DELETE FROM throttles WHERE name_digest = ?", [nameDigest(username.key)])
  }

  /// Notes that the name belonged to an account, so that nobody else gets it.
  func keepFormer(_ username: Username) throws {
    try run(
      "INSERT INTO former_usernames (name_digest) VALUES (?)", [nameDigest(username.key)])
  }

  /// Makes an account, and returns its number.
  ///
  /// - Throws: `Refusal.usernameTaken`, also when it was the name of an account that was deleted.
  func insert(_ user: NewUser, at now: Timestamp) throws -> Int64 {
    let former = try row(
      "SELECT 1 FROM former_usernames WHERE name_digest = ?", [nameDigest(user.username.key)])
    guard former == nil else { throw Refusal.usernameTaken }
    do {
      return try insert(
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
  }

  /// What a password is verified against, if an account has that name.
  func credentials(of key: String) throws -> Credentials? {
    let row = try row(
      """
      SELECT \(User.columns), users.password_hash FROM users AS listed
      LEFT JOIN users ON users.id = listed.id AND users.username_key = listed.username_key
      WHERE listed.username_key = ?
      """, [key])
    return try row.map {
      Credentials(user: try User(row: $0), passwordHash: PasswordHash(try $0.value(3)))
    }
  }

  /// The throttle of a name.
  func throttle(of key: String) throws -> Throttle? {
    let row = try row(
      "SELECT tries, last_try FROM throttles WHERE name_digest = ?", [nameDigest(key)])
    return try row.map { Throttle(attempts: try $0.value(0), lastAttempt: try $0.timestamp(1)) }
  }

  /// Keeps the throttle of a name.
  func keep(_ throttle: Throttle, of key: String) throws {
    try run(
      """
      INSERT INTO throttles (name_digest, tries, last_try) VALUES (?, ?, ?)
      ON CONFLICT (name_digest) DO UPDATE SET tries = excluded.tries, last_try = excluded.last_try
      """,
      [nameDigest(key), throttle.attempts, throttle.lastAttempt.milliseconds])
  }
}

/// What stands for a name at which a try was made: it may be a mistyped password, which the file must not keep.
private func nameDigest(_ key: String) -> [UInt8] { sha256(Array(key.utf8)) }

extension Session {
  /// How many of an account's newest sessions are kept at least, expired or not: the clock may be wrong.
  static let kept = 100
}

extension SessionToken {
  /// What the store knows it by.
  var digest: [UInt8] { sha256(bytes) }
}

extension SQLConnection {
  /// Forgets the expired sessions of a user, except the newest.
  func forgetSessions(of user: User, at now: Timestamp) throws {
    try run(
      """
      DELETE FROM sessions WHERE user_id = ?1 AND used_at <= ?2 AND id NOT IN (
        SELECT id FROM sessions WHERE user_id = ?1 ORDER BY id DESC LIMIT ?3)
      """,
      [user.id, now.adding(seconds: -Session.lifetime).milliseconds, Session.kept])
  }

  /// Begins a session of a user.
  func insertSession(of user: User, at place: String, now: Timestamp) throws -> NewSession {
    let token = try SessionToken.random()
    let id = try insert(
      """
      INSERT INTO sessions (user_id, token_digest, place, created_at, used_at)
      VALUES (?, ?, ?, ?, ?) RETURNING id
      """,
      [user.id, token.digest, place, now.milliseconds, now.milliseconds])
    return NewSession(session: Session(id: id, user: user), token: token)
  }
}
