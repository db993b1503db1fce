import Data
import Domain
import Presentation

/// The login of one person on this machine: the store knows many people, and the program one.
struct LocalLogin: Sendable {
  let useCases: UseCases
  /// What outlives the program.
  let file: SavedLoginFile
  /// Where a login is made, as its owner knows it: `pts/3 on laptop`.
  let place: String

  /// The session that goes on, or `nil` when no login is saved. What is saved is kept, even when it is refused: a
  /// session that seems expired while the clock is wrong goes on when the clock is right again.
  ///
  /// - Throws: `Refusal.notLoggedIn` when the saved session was ended or has expired, the store's,
  ///   and those of the file.
  func session() async throws(Refusal) -> Session? {
    guard let token = try await file.token() else { return nil }
    return try await useCases.sessions.resumeSession(token)
  }

  /// Keeps a session beyond the end of the program; where that fails, the session is ended again.
  ///
  /// - Throws: those of the file.
  func save(_ new: NewSession) async throws(Refusal) {
    do {
      try await file.save(new.token)
    } catch {
      // The reason that the person is told is the first one; the session expires by itself.
      try? await useCases.logOut(new.session)
      throw error
    }
  }

  /// Forgets the session that was saved, once it has ended.
  ///
  /// - Throws: those of the file.
  func forget() async throws(Refusal) {
    try await file.remove()
  }

  /// A flow that goes on with the session that was saved, if there is one, where that begins.
  @MainActor
  func flow(watch: (any StoreWatch)? = nil) async -> Flow {
    var (session, alert): (Session?, Alert?) = (nil, nil)
    do {
      session = try await self.session()
    } catch {
      alert = Alert(error)
    }
    let flow = Flow(
      useCases: useCases, watch: watch, place: place, session: session, forget: forget)
    await flow.enter(.start, alert: alert)
    return flow
  }
}
