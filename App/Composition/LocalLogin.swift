import Data
import Domain
import Presentation

/// The login of one person on this machine. A store has many users, a program has one.
struct LocalLogin: Sendable {
  let useCases: UseCases
  /// The file with the saved login.
  let file: SavedLoginFile
  /// The place of a login, as shown in the list of sessions: `pts/3 on laptop`.
  let place: String

  /// The saved session, or `nil` when no login is saved. The saved login is kept even if it is
  /// refused, because a session that expired only by a wrong clock is valid again later.
  ///
  /// - Throws: `Refusal.notLoggedIn` when the saved session has ended or expired, and the refusals
  ///   of the store and the file.
  func session() async throws(Refusal) -> Session? {
    guard let token = try await file.token() else { return nil }
    return try await useCases.sessions.resumeSession(token)
  }

  /// Saves a session for later runs; if that fails, ends the session.
  ///
  /// - Throws: the refusals of the file.
  func save(_ new: NewSession) async throws(Refusal) {
    do {
      try await file.save(new.token)
    } catch {
      // The first error is reported, and the session expires by itself.
      try? await useCases.logOut(new.session)
      throw error
    }
  }

  /// Removes the saved session after it has ended.
  ///
  /// - Throws: the refusals of the file.
  func forget() async throws(Refusal) {
    try await file.remove()
  }

  /// A flow that starts with the saved session, if there is one.
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
