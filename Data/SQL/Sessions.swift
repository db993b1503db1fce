internal import Domain

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
