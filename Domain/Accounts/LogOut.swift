/// Ends being logged in: here, or everywhere.
public struct LogOut: Sendable {
  let sessions: any SessionRepository
  let savedLogin: any SavedLogin

  /// Ends the session, or with `everywhere` all of the account; a saved login is forgotten with the
  /// session that it proves.
  ///
  /// - Throws: `Refusal.notLoggedIn` where an ended session asks for `everywhere`, the store's, and
  ///   those of the file that keeps the saved login.
  public func callAsFunction(_ session: Session, everywhere: Bool = false) async throws(Refusal) {
    if everywhere {
      try await sessions.endAllSessions(of: session)
    } else {
      try await sessions.endSession(session)
    }
    if session.isSaved { try await savedLogin.remove() }
  }
}
