/// Goes on with the login that was saved, if one was.
public struct ResumeSession: Sendable {
  let sessions: any SessionRepository
  let savedLogin: any SavedLogin

  /// The session, or `nil` where no login is saved. One that has ended is forgotten.
  ///
  /// - Throws: `Refusal.notLoggedIn` where the saved session was ended or has expired, the store's,
  ///   and those of the file that keeps it.
  public func callAsFunction() async throws(Refusal) -> Session? {
    guard let token = try await savedLogin.token() else { return nil }
    do {
      return try await sessions.resumeSession(token)
    } catch .notLoggedIn {
      try await savedLogin.remove()
      throw .notLoggedIn
    }
  }
}
