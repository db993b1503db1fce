import Data
import Domain
import Doubles
import Foundation
import Presentation
import Testing

@testable import Composition

/// The saved login, and the flow that starts with it.
@MainActor
@Suite(.limited) struct LocalLoginTests {
  private let world = TestWorld()
  private let folder: TemporaryFolder
  private let login: LocalLogin

  init() throws {
    folder = try TemporaryFolder()
    login = Self.login(in: folder, useCases: world.useCases)
  }

  private static func login(
    in folder: TemporaryFolder, useCases: UseCases, at path: String? = nil
  ) -> LocalLogin {
    LocalLogin(
      useCases: useCases, sessionPath: path ?? folder.file("session"),
      devicePath: folder.file("device"), store: "/a.db", place: "tty1")
  }

  /// Another session of ada, which stays valid.
  @discardableResult
  private func savedSession() async throws -> Session {
    let new = try await world.loggedIn()
    try await login.save(new)
    return new.session
  }

  private func isKept() async throws -> Bool { try await login.file.token() != nil }

  @Test func `without a saved login there is no session, and the store is not read`() async throws {
    let store = FailingStore(.store(.failed(cause: "touched"))) { Issue.record("touched by \($0)") }
    let login = Self.login(in: folder, useCases: world.useCases(over: store))
    #expect(try await login.session() == nil)
    let flow = await login.flow()
    #expect(flow.scene.welcome?.state.alert == nil)
  }

  @Test func `a saved login is used by the next run, and outlives the program`()
    async throws
  {
    _ = try await world.signedUp()
    let saved = try await savedSession()
    #expect(try await login.session() == saved)
    let flow = await login.flow()
    #expect(flow.session == saved && flow.route == .counter("main"))
    #expect(!flow.endsSession)
    await flow.end()
    #expect(try await login.session() == saved)
  }

  @Test(arguments: [false, true])
  func `a login that cannot be saved is reported, and its session ended if possible`(
    storeFails: Bool
  ) async throws {
    let login = Self.login(
      in: folder, useCases: world.useCases, at: "/proc/none/tally/session")
    let other = try await world.signedUp()
    let new = try await world.loggedIn()
    if storeFails { world.store.failOnce(with: .store(.busy(cause: "held"))) }
    await #expect(throws: Refusal.self) { try await login.save(new) }
    #expect(try await world.store.otherSessions(than: other).isEmpty == !storeFails)
  }

  @Test func `a saved login that is refused is reported, and kept`() async throws {
    _ = try await world.signedUp()
    let saved = try await savedSession()
    world.store.failOnce(with: .store(.busy(cause: "held")))
    await #expect(throws: Refusal.store(.busy(cause: "held"))) { try await login.session() }
    world.clock.advance(seconds: Session.lifetime)
    let flow = await login.flow()
    #expect(flow.scene.welcome?.state.alert == Alert(.notLoggedIn))
    #expect(try await isKept())
    world.clock.advance(seconds: -Session.lifetime)
    #expect(try await login.session() == saved)
  }

  @Test func `a file that cannot be trusted is reported`() async throws {
    symlink("/etc/passwd", folder.file("session"))
    let flow = await login.flow()
    #expect(flow.scene.welcome?.state.alert?.fact.contains("it is a symbolic link") == true)
  }

  @Test(arguments: [AccountScene.Action.logOutPressed, .logOutEverywherePressed])
  func `logging out of the saved session removes the saved login`(action: AccountScene.Action)
    async throws
  {
    _ = try await world.signedUp()
    try await savedSession()
    let flow = await login.flow()
    await flow.enter(.account)
    await flow.scene.account?.perform(action)
    #expect(flow.scene.welcome?.state.notice == "Logged out")
    #expect(try await !isKept())
  }

  @Test func `logging out of a session begun in the program keeps the saved login`()
    async throws
  {
    _ = try await world.signedUp()
    let flow = await login.flow()
    await flow.enter(.login)
    await flow.scene.login?.perform([
      .usernameChanged("ada"), .passwordChanged(secret(TestWorld.password)), .logInPressed,
    ])
    let saved = try await savedSession()
    await flow.enter(.account)
    await flow.scene.account?.perform(.logOutPressed)
    #expect(flow.scene.welcome?.state.notice == "Logged out")
    #expect(try await login.session() == saved)
  }

  @Test func `a saved session that could not be ended is kept`() async throws {
    _ = try await world.signedUp()
    try await savedSession()
    let flow = await login.flow()
    await flow.enter(.account)
    world.store.failOnce(with: .store(.busy(cause: "held")))
    await flow.scene.account?.perform(.logOutPressed)
    #expect(flow.scene.account?.state.alert == Alert(.store(.busy(cause: "held"))))
    #expect(try await isKept())
  }

  @Test func `a file that cannot be changed is reported after logging out`() async throws {
    _ = try await world.signedUp()
    try await savedSession()
    let flow = await login.flow()
    await flow.enter(.account)
    let path = folder.file("session")
    try FileManager.default.removeItem(atPath: path)
    symlink("/etc/passwd", path)
    await flow.scene.account?.perform(.logOutPressed)
    #expect(flow.scene.welcome?.state.notice == "Logged out")
    #expect(flow.scene.welcome?.state.alert?.fact.contains("it is a symbolic link") == true)
  }
}
