/// Goes on with the login that was saved, if one was.
public struct ResumeSession: Sendable {
  let sessions: any SessionRepository
  let savedLogin: any SavedLogin

  /// The session, or `nil` when no login is saved. The saved login is kept, even when it is refused: a
  /// session that seems expired while the clock is wrong goes on when the clock is right again.
  ///
  /// - Throws: `Refusal.notLoggedIn` when the saved session was ended or has expired, the store's,
  ///   and those of the file that keeps it.
  public func callAsFunction() async throws(Refusal) -> Session? {
    guard let token = try await savedLogin.token() else { return nil }
    return try await sessions.resumeSession(token)
  }
}
