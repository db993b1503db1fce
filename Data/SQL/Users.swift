internal import Domain

extension SQLConnection {
  /// Forgets the attempts that were counted at the password of a user.
  func forgiveTries(at username: Username) throws {
    try run(
      "DELETE FROM throttles WHERE name_digest = ?", [nameDigest(username.key)])
  }

  /// Makes an account, and returns its number.
  func insert(_ user: NewUser, at now: Timestamp) throws -> Int64 {
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
    return try row.map { Throttle(tries: try $0.value(0), lastTry: try $0.timestamp(1)) }
  }

  /// Keeps the throttle of a name.
  func keep(_ throttle: Throttle, of key: String) throws {
    try run(
      """
      INSERT INTO throttles (name_digest, tries, last_try) VALUES (?, ?, ?)
      ON CONFLICT (name_digest) DO UPDATE SET tries = excluded.tries, last_try = excluded.last_try
      """,
      [nameDigest(key), throttle.tries, throttle.lastTry.milliseconds])
  }
}

/// What stands for a name at which a try was made: it may be a mistyped password, which the file must not keep.
private func nameDigest(_ key: String) -> [UInt8] { sha256(Array(key.utf8)) }
