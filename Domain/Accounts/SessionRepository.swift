/// What shows who asks: a session, or the token of one that is still to be resumed.
public enum SessionProof: Sendable {
  /// A session.
  case session(Session)
  /// A token.
  case token(SessionToken)
}

/// Stores sessions. Each method is one transaction and can throw the store's refusals.
public protocol SessionRepository: Sendable {
  /// Starts a session after the password was verified, and remembers the device. Clears its own
  /// attempts if the account knew it already, or else those of the username. `newHash`, if given,
  /// replaces the password's hash.
  ///
  /// - Throws: `Refusal.credentialsWrong` when the account was deleted or its password was changed
  ///   in the meantime.
  func beginSession(with credentials: Credentials, newHash: PasswordHash?, on device: Device)
    async throws(Refusal) -> NewSession

  /// Returns the session that the token proves, and records its use.
  ///
  /// - Throws: `Refusal.notLoggedIn` when the session has ended or expired.
  func resumeSession(_ token: SessionToken) async throws(Refusal) -> Session

  /// Ends the session. Does nothing if it has already ended.
  func endSession(_ session: Session) async throws(Refusal)

  /// Ends all sessions of the account, including this one.
  ///
  /// - Throws: `Refusal.notLoggedIn`.
  func endAllSessions(of session: Session) async throws(Refusal)

  /// The account's other valid sessions, most recently used first.
  ///
  /// - Throws: `Refusal.notLoggedIn`.
  func otherSessions(than session: Session) async throws(Refusal) -> [SessionSummary]
}
