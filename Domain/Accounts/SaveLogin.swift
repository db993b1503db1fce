/// Keeps a login beyond the end of the program.
public struct SaveLogin: Sendable {
  let sessions: any SessionRepository
  let savedLogin: any SavedLogin

  /// Saves what proves the session; where that fails, the session is ended again.
  ///
  /// - Throws: those of the file that keeps the saved login.
  public func callAsFunction(_ new: NewSession) async throws(Refusal) {
    do {
      try await savedLogin.save(new.token)
    } catch {
      // The reason that the person is told is the first one; the session expires by itself.
      try? await sessions.endSession(new.session)
      throw error
    }
  }
}
