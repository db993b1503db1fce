/// Ends being logged in: here, or everywhere.
public struct LogOut: Sendable {
  let sessions: any SessionRepository

  /// Ends the session, or with `everywhere` all of the account.
  ///
  /// - Throws: `Refusal.notLoggedIn` when an ended session asks for `everywhere`, and the store's.
  public func callAsFunction(_ session: Session, everywhere: Bool = false) async throws(Refusal) {
    if everywhere {
      try await sessions.endAllSessions(of: session)
    } else {
      try await sessions.endSession(session)
    }
  }
}
