import Domain
import Doubles
import Testing

@testable import Presentation

/// The beginning and end of a session.
@MainActor
@Suite(.limited) struct FlowSessionTests {
  private let world = TestWorld()
  private let flow: Flow

  init() {
    flow = Flow(useCases: world.useCases, device: TestWorld.device)
  }

  private let ended = WelcomeScene.State(alert: Alert(.notLoggedIn))

  @Test func `without a session it begins on Welcome, without an alert`() async throws {
    #expect(await flow.enter(.start) == nil)
    #expect(try #require(flow.welcome).state == WelcomeScene.State())
  }

  @Test func `with a session it begins with its counter`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    _ = try await world.useCases.changeCount([.add(5)], to: main, in: session)
    let flow = Flow(
      useCases: world.useCases, device: TestWorld.device, session: session)
    #expect(await flow.enter(.start) == nil)
    #expect(flow.counter?.state.notice == nil)
    #expect(flow.counter?.state.counter.count == 5)
  }

  @Test func `a session that has ended before the start leads to Welcome`() async throws {
    let session = try await world.signedUp()
    try await world.useCases.logOut(session)
    let flow = Flow(
      useCases: world.useCases, device: TestWorld.device, session: session)
    #expect(await flow.enter(.account) == .notLoggedIn)
    #expect(try #require(flow.welcome).state == ended)
    #expect(flow.session == nil)
  }

  @Test func `an alert at the start is shown on Welcome`() async throws {
    let refusal = Refusal.environment(cause: "The token's file is a link")
    await flow.enter(.start, alert: Alert(refusal))
    #expect(try #require(flow.welcome).state == WelcomeScene.State(alert: Alert(refusal)))
  }

  @Test func `a login whose last counter is gone leads to Home with a hint`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    _ = try await world.useCases.deleteCounter(main, confirmation: "main", in: session)
    try await flow.logIn()
    let home = try #require(flow.home)
    #expect(
      home.state
        == HomeScene.State(
          username: session.user.username, openCounter: nil, notice: "Logged in as ada"))
    #expect(home.state.openCounter == nil)
  }

  @Test func `a session that was ended elsewhere leads from Counter to Welcome`() async throws {
    try await showCounterOfEndedSession()
    #expect(try await #require(flow.counter).perform(.countPressed(.add(1))) == [])
    #expect(try #require(flow.welcome).state == ended)
    #expect(flow.scene.state.alert?.fact == "You are not logged in")
    #expect(await flow.counterNames() == [])
  }

  @Test(
    arguments: [
      .historyPressed(newest: 20), .chartPressed(by: .day), .homePressed,
      .destinationChosen(.account),
    ] as [CounterScene.Action])
  func `a scene that finds the session ended is not shown`(
    action: CounterScene.Action
  ) async throws {
    try await showCounterOfEndedSession()
    try await #require(flow.counter).perform(action)
    #expect(try #require(flow.welcome).state == ended)
  }

  @Test func `a session that was ended elsewhere leads from History to Welcome`() async throws {
    for action in [HistoryScene.Action.morePressed, .chartRequested(by: .day), .backPressed] {
      let session = try await showCounter()
      await flow.enter(.history("main", newest: 20, by: nil))
      try await world.useCases.logOut(session)
      try await #require(flow.history).perform(action)
      #expect(try #require(flow.welcome).state == ended)
    }
  }

  @Test func `a session that was ended elsewhere leads from Home to Welcome`() async throws {
    for action in [
      HomeScene.Action.counterChosen(named: "main"), .newCounterNamed("tea"),
      .destinationChosen(.account), .backPressed,
    ] {
      let session = try await showCounter()
      await flow.enter(.home)
      try await world.useCases.logOut(session)
      try await #require(flow.home).perform(action)
      #expect(try #require(flow.welcome).state == ended)
    }
  }

  @Test func `an ended session is reported before a missing counter`()
    async throws
  {
    let session = try await showCounter()
    await flow.counter?.perform(.deletionConfirmed(name: "main"))
    await flow.home?.perform(.backPressed)
    #expect(flow.home?.state.alert == Alert(.noCounterOpen))
    try await world.useCases.logOut(session)
    await flow.home?.perform(.backPressed)
    #expect(try #require(flow.welcome).state == ended)
  }

  @Test func `a session that was ended elsewhere leads from Account to Welcome`() async throws {
    for action in [AccountScene.Action.logOutEverywherePressed, .backPressed] {
      let session = try await showCounter()
      await flow.enter(.account)
      try await world.useCases.logOut(session)
      try await #require(flow.account).perform(action)
      #expect(try #require(flow.welcome).state == ended)
    }
  }

  @Test func `the device is known after a login, and its token is handed over to be kept`()
    async throws
  {
    let kept = Kept()
    let flow = Flow(
      useCases: world.useCases, device: TestWorld.device, keep: { kept.tokens.append($0) })
    try await flow.signUp()
    #expect(kept.tokens == [try #require(flow.newSession?.device)])
    for _ in 0..<6 {
      await #expect(throws: Refusal.self) { try await world.loggedIn(password: "wrong") }
    }
    await flow.enter(.account)
    try await #require(flow.account).perform([
      .passwordChanged(secret(TestWorld.password)), .newPasswordChanged(secret("longer still 1")),
      .repetitionChanged(secret("longer still 1")), .changePasswordPressed,
    ])
    #expect(flow.scene.state.alert == nil)
    await flow.account?.perform(.logOutPressed)
    await flow.enter(.login)
    await flow.login?.perform([
      .usernameChanged("ada"), .passwordChanged(secret("longer still 1")), .logInPressed,
    ])
    #expect(flow.session != nil)
    #expect(kept.tokens.count == 2 && kept.tokens[0] == kept.tokens[1])
  }

  @Test func `the end of the program ends a session begun in it`() async throws {
    let session = try await showCounter()
    await flow.end()
    await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: session) }
  }

  @Test func `a second end of the program waits until the session has ended`() async throws {
    let store = RecordingStore(world.store)
    let flow = Flow(useCases: world.useCases(over: store), device: TestWorld.device)
    let session = try await flow.signUp()
    let gate = Gate()
    store.beforeAnswering { call in if call == "endSession" { await gate.pass() } }
    let first = Task { await flow.end() }
    await gate.arrival()
    let second = Task {
      await flow.end()
      await #expect(throws: Refusal.notLoggedIn) { try await world.store.counters(in: session) }
    }
    await Task.yield()
    gate.open()
    await first.value
    await second.value
  }

  @Test func `an ended session is not ended again`() async throws {
    let store = RecordingStore(world.store)
    let flow = Flow(useCases: world.useCases(over: store), device: TestWorld.device)
    try await flow.signUp()
    await flow.end()
    store.forget()
    await flow.end()
    #expect(store.received == [])
  }

  @Test func `a session that cannot be ended loses no work`() async throws {
    let session = try await showCounter()
    world.store.fail(with: .store(.busy(cause: "locked")))
    await flow.end()
    world.store.recover()
    #expect(try await world.store.counters(in: session).count == 1)
  }

  @Test func `the end of the program keeps a session that it began with`() async throws {
    let session = try await world.signedUp()
    let flow = Flow(
      useCases: world.useCases, device: TestWorld.device, session: session)
    await flow.enter(.start)
    #expect(!flow.endsSession)
    await flow.end()
    #expect(try await world.store.counters(in: session).count == 1)
  }

  @Test func `the end of the program ends nothing when logged out`() async throws {
    let store = RecordingStore(world.store)
    await Flow(useCases: world.useCases(over: store), device: TestWorld.device)
      .end()
    #expect(store.received == [])
  }

  /// Shows the counter of a session; creates the account the first time.
  @discardableResult
  private func showCounter() async throws -> Session {
    do {
      _ = try await world.signedUp()
    } catch Refusal.usernameTaken {
      // The account exists already.
    }
    return try await flow.logIn()
  }

  private func showCounterOfEndedSession() async throws {
    try await world.useCases.logOut(try await showCounter())
  }
}

/// The tokens that a flow handed over.
@MainActor
private final class Kept {
  var tokens: [DeviceToken] = []
}
