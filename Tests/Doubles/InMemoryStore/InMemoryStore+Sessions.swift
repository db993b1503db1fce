import Domain

extension InMemoryStore: SessionRepository {
  public func beginSession(
    with credentials: Credentials, newHash: PasswordHash?, on device: Device
  ) async throws(Refusal) -> NewSession {
    try transaction { tables, now throws(Refusal) in
      let user = credentials.user
      guard tables.accounts[user.id]?.passwordHash == credentials.passwordHash else {
        throw .credentialsWrong
      }
      if let newHash { tables.accounts[user.id]?.passwordHash = newHash }
      tables.clearAttempts(at: user.username.key, from: device.token, now: now)
      let resetAt = tables.accounts[user.id]?.passwordResetAt
      tables.accounts[user.id]?.passwordResetAt = nil
      return try tables.addSession(of: user, on: device, passwordResetAt: resetAt, now: now)
    }
  }

  public func resumeSession(_ token: SessionToken) async throws(Refusal) -> Session {
    try transaction { tables, now throws(Refusal) in
      guard let row = tables.sessions.values.first(where: { $0.token == token }) else {
        throw .notLoggedIn
      }
      try tables.use(row.session, now: now)
      return Session(id: row.session.id, user: row.session.user)
    }
  }

  public func endSession(_ session: Session) async throws(Refusal) {
    try transaction { tables, _ throws(Refusal) in
      guard tables.sessions[session.id]?.session.user.id == session.user.id else { return }
      tables.sessions[session.id] = nil
    }
  }

  public func endAllSessions(of session: Session) async throws(Refusal) {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      tables.endSessions(of: session.user.id)
    }
  }

  public func otherSessions(than session: Session) async throws(Refusal) -> [SessionSummary] {
    try transaction { tables, now throws(Refusal) in
      try tables.checkAlive(session, now: now)
      return tables.sessions.values
        .filter { row in
          row.session.user.id == session.user.id && row.session.id != session.id
            && Session.isAlive(since: row.createdAt, lastUsed: row.lastUsedAt, at: now)
        }
        .sorted { ($0.lastUsedAt, $0.session.id) > ($1.lastUsedAt, $1.session.id) }
        .map {
          SessionSummary(place: $0.place, createdAt: $0.createdAt, lastUsedAt: $0.lastUsedAt)
        }
    }
  }
}
