/// Where sessions are kept. Each method is one transaction; all throw the store's refusals.
public protocol SessionRepository: Sendable {
  /// Begins a session of a user whose password was right, and clears the attempts; `newHash`, if
  /// there is one, replaces the password's hash.
  ///
  /// - Throws: `Refusal.credentialsWrong` when the account is gone, or its password is no longer the
  ///   one of these credentials.
  func beginSession(with credentials: Credentials, newHash: PasswordHash?, at place: String)
    async throws(Refusal) -> NewSession

  /// The session that the token proves; notes its use.
  ///
  /// - Throws: `Refusal.notLoggedIn` when it was ended or has expired.
  func resumeSession(_ token: SessionToken) async throws(Refusal) -> Session

  /// Ends the session; one that has ended already is as good.
  func endSession(_ session: Session) async throws(Refusal)

  /// Ends every session of the account, this one too.
  ///
  /// - Throws: `Refusal.notLoggedIn`.
  func endAllSessions(of session: Session) async throws(Refusal)

  /// The account's other live sessions, the one used last first.
  ///
  /// - Throws: `Refusal.notLoggedIn`.
  func otherSessions(than session: Session) async throws(Refusal) -> [SessionSummary]
}
