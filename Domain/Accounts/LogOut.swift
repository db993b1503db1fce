/// Logs out, here or everywhere.
public struct LogOut: Sendable {
  let sessions: any SessionRepository

  /// Ends the session, or all sessions of the account with `everywhere`.
  ///
  /// - Throws: `Refusal.notLoggedIn` when the session has ended and `everywhere` is set, and the
  ///   store's refusals.
  public func callAsFunction(_ session: Session, everywhere: Bool = false) async throws(Refusal) {
    if everywhere {
      try await sessions.endAllSessions(of: session)
    } else {
      try await sessions.endSession(session)
    }
  }
}
