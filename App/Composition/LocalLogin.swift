import Data
import Domain
import Presentation

/// The login of one person on this machine. A store has many users, a program has one.
package struct LocalLogin: Sendable {
  package let useCases: UseCases
  /// The path or address of the store.
  package let store: String
  /// The file with the saved login.
  let file: TokenFile<Session>
  /// The file with the token by which accounts know this device. It is kept after logout.
  private let deviceFile: TokenFile<Device>
  /// The place of a login, as shown in the list of sessions: `pts/3 on laptop`.
  private let place: String
  /// Finds the server that runs for the store on this machine.
  private let serverURL: ServerURL

  /// - Parameters:
  ///   - useCases: the use cases.
  ///   - sessionPath: the file with the saved login.
  ///   - devicePath: the file with the device's token.
  ///   - store: the store, which has a line of its own in both files.
  ///   - place: the place of a login.
  ///   - serverURL: finds the server that runs for the store on this machine.
  package init(
    useCases: UseCases, sessionPath: String, devicePath: String, store: String, place: String,
    serverURL: @escaping ServerURL = { () throws(Refusal) in nil }
  ) {
    self.useCases = useCases
    self.store = store
    file = TokenFile(path: sessionPath, store: store, meaning: "saved login")
    deviceFile = TokenFile(path: devicePath, store: store, meaning: "device's token")
    self.place = place
    self.serverURL = serverURL
  }

  /// This device, with the token that it kept.
  ///
  /// - Throws: the refusals of the file.
  package func device() async throws(Refusal) -> Device {
    Device(place: place, token: try await deviceFile.token())
  }

  /// The token of the saved session, or `nil` when no login is saved.
  ///
  /// - Throws: the refusals of the file.
  package func token() async throws(Refusal) -> SessionToken? { try await file.token() }

  /// The saved session, or `nil` when no login is saved. The saved login is kept even if it is
  /// refused, because a session that expired only by a wrong clock is valid again later.
  ///
  /// - Throws: `Refusal.notLoggedIn` when the saved session has ended or expired, and the refusals
  ///   of the store and the file.
  package func session() async throws(Refusal) -> Session? {
    guard let token = try await token() else { return nil }
    return try await useCases.sessions.resumeSession(token)
  }

  /// Checks that a session can be saved for later runs. An account made before that would be one
  /// that the program then refuses to log in to.
  ///
  /// - Throws: the refusals of the file.
  package func checkPlace() async throws(Refusal) {
    try await file.checkPlace()
  }

  /// Saves a session for later runs; if that fails, ends the session. Keeps the device's token.
  ///
  /// - Throws: the refusals of the file.
  package func save(_ new: NewSession) async throws(Refusal) {
    do {
      try await file.save(new.token)
    } catch {
      // The first error is reported, and the session expires by itself.
      try? await useCases.logOut(new.session)
      throw error
    }
    await keep(new.device)
  }

  /// Keeps the token by which accounts know this device. If that fails, the login is good all the
  /// same; only the next one may have to wait because of others.
  private func keep(_ token: DeviceToken) async {
    if (try? await deviceFile.token()) != token { try? await deviceFile.save(token) }
  }

  /// Removes the saved session after it has ended.
  ///
  /// - Throws: the refusals of the file.
  package func forget() async throws(Refusal) {
    try await file.remove()
  }

  /// A flow that starts with the saved session, if there is one.
  @MainActor
  package func flow(watch: (any StoreWatch)? = nil) async -> Flow {
    var (session, alert): (Session?, Alert?) = (nil, nil)
    var device = Device(place: place)
    do {
      device = try await self.device()
    } catch {
      alert = Alert(error)
    }
    do {
      session = try await self.session()
    } catch {
      alert = Alert(error)
    }
    let flow = Flow(
      useCases: useCases, watch: watch, device: device, session: session,
      serverURL: serverURL, forget: forget, keep: keep)
    await flow.enter(.start, alert: alert)
    return flow
  }
}
