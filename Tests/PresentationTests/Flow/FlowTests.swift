import Domain
import Doubles
import Testing

@testable import Presentation

/// The order of scenes in use.
@MainActor
@Suite(.limited) struct FlowTests {
  private let world = TestWorld()
  private let flow: Flow

  init() {
    flow = Flow(useCases: world.useCases, device: TestWorld.device)
  }

  @Test func `it begins on Welcome when logged out`() throws {
    #expect(try #require(flow.welcome).state == WelcomeScene.State())
    #expect(flow.scene.state.location == "tally")
  }

  @Test func `Login and SignUp can be left with back`() async throws {
    await flow.welcome?.perform(.logInPressed)
    #expect(try #require(flow.login).state == LoginScene.State())
    #expect(flow.scene.state.location == "tally")
    await flow.login?.perform(.cancelPressed)
    await flow.welcome?.perform(.signUpPressed)
    #expect(try #require(flow.signUp).state == SignUpScene.State())
    #expect(flow.scene.state.location == "tally")
    await flow.signUp?.perform(.cancelPressed)
    #expect(try #require(flow.welcome).state == WelcomeScene.State())
  }

  @Test func `signing up leads to the counter main, which says how to start`() async throws {
    try await flow.signUp()
    let state = try #require(flow.counter).state
    #expect(state.notice == "Logged in as ada")
    #expect(state.isStarted == false)
    #expect(flow.scene.state.location == "ada/main")
  }

  @Test func `a failed login can be repeated`() async throws {
    _ = try await world.signedUp()
    await flow.welcome?.perform(.logInPressed)
    let states = try await #require(flow.login).perform([
      .usernameChanged("ada"), .passwordChanged(secret("wrong")), .logInPressed,
    ])
    #expect(states.last?.alert == Alert(.credentialsWrong))
    #expect(states.last?.password.length == 0)
    try await flow.logIn()
    #expect(flow.counter?.state.notice == "Logged in as ada")
  }

  @Test func `the example session of the contract works`() async throws {
    try await flow.signUp()
    var shown = [try #require(flow.counter).state]
    shown += try await #require(flow.counter).perform([
      .countPressed(.add(1)), .countPressed(.add(5)), .countPressed(.add(-2)),
    ])
    #expect(
      shown.map { CounterWords.count($0.counter) } == [
        "Current count is 0", "Current count is 1", "Current count is 6", "Current count is 4",
      ])
    #expect(shown.map(\.notice) == ["Logged in as ada", nil, nil, nil])
    #expect(shown.map(\.isStarted) == [false, true, true, true])
    await flow.counter?.perform(.destinationChosen(.account))
    await flow.account?.perform(.logOutPressed)
    try await flow.logIn()
    #expect(flow.counter?.state.notice == "Logged in as ada")
    #expect(flow.counter?.state.counter.count == 4)
  }

  @Test func `History is loaded before it is shown, and leads back to the present count`()
    async throws
  {
    try await flow.signUp()
    await flow.counter?.perform([.countPressed(.add(5)), .historyPressed(newest: 20)])
    let history = try #require(flow.history)
    #expect(history.state.changes.map(\.event) == [.made(.add(5))])
    #expect(history.state.changes.map(\.count) == [5])
    #expect(flow.scene.state.location == "ada/main")
    try await countElsewhere(.add(1))
    await history.perform(.backPressed)
    #expect(flow.counter?.state.counter.count == 6)
    #expect(flow.counter?.state.notice == nil)
  }

  @Test func `a chart is loaded before it is shown`() async throws {
    try await flow.signUp()
    await flow.counter?.perform([.countPressed(.add(5)), .chartPressed(by: .month)])
    let month = Timestamp(rfc3339: "2026-02-01T00:00:00Z")
    #expect(flow.history?.state.chart.last?.start == month)
    #expect(flow.history?.state.chart.last?.sum == 5)
    #expect(flow.history?.state.changes == [])
  }

  @Test func `Home lists the counters and leads back to the open one`() async throws {
    try await flow.signUp()
    await flow.counter?.perform([.countPressed(.add(5)), .homePressed])
    let home = try #require(flow.home)
    #expect(home.state.counters.map(\.counter.name.text) == ["main"])
    #expect(home.state.counters.map(\.counter.count) == [5])
    #expect(flow.scene.state.location == "ada")
    await home.perform(.backPressed)
    #expect(flow.counter?.state.counter.count == 5)
  }

  @Test func `Home opens and creates counters`() async throws {
    try await flow.signUp()
    await flow.counter?.perform([.countPressed(.add(5)), .homePressed])
    await flow.home?.perform(.newCounterNamed("green tea"))
    #expect(flow.counter?.state.isStarted == false)
    #expect(flow.scene.state.location == "ada/green tea")
    #expect(await flow.counterNames() == ["green tea", "main"])
    await flow.counter?.perform(.homePressed)
    await flow.home?.perform(.counterChosen(named: "MAIN"))
    #expect(flow.counter?.state.counter.count == 5)
    #expect(flow.scene.state.location == "ada/main")
  }

  @Test func `a deleted counter leads to Home without an open counter`() async throws {
    try await flow.signUp()
    await flow.counter?.perform(.deletionConfirmed(name: "main"))
    let home = try #require(flow.home)
    #expect(
      home.state
        == HomeScene.State(
          username: home.state.username, openCounter: nil, notice: "Deleted main"))
    #expect(home.state.openCounter == nil)
    await home.perform(.backPressed)
    #expect(flow.home?.state.notice == nil && flow.home?.state.alert == Alert(.noCounterOpen))
  }

  @Test func `Account can be reached from Counter and Home, and leads to Home`() async throws {
    try await flow.signUp()
    await flow.counter?.perform(.destinationChosen(.account))
    let account = try #require(flow.account)
    #expect(
      account.state
        == AccountScene.State(
          username: account.state.username, since: world.clock.now))
    #expect(flow.scene.state.location == "ada")
    await account.perform(.backPressed)
    #expect(flow.home?.state.openCounter == "main")
    await flow.home?.perform(.destinationChosen(.account))
    #expect(flow.account != nil)
  }

  @Test(arguments: [true, false])
  func `logging out leads to Welcome`(everywhere: Bool) async throws {
    try await flow.signUp()
    await flow.counter?.perform(.destinationChosen(.account))
    await flow.account?.perform(everywhere ? .logOutEverywherePressed : .logOutPressed)
    #expect(try #require(flow.welcome).state == WelcomeScene.State(notice: "Logged out"))
    #expect(await flow.counterNames() == [])
  }

  @Test func `a deleted account leads to Welcome`() async throws {
    try await flow.signUp()
    await flow.counter?.perform(.destinationChosen(.account))
    await flow.account?.perform([
      .passwordChanged(secret(TestWorld.password)), .deleteAccountPressed,
    ])
    #expect(try #require(flow.welcome).state == WelcomeScene.State(notice: "Account deleted"))
  }

  @Test func `every scene's state is available without knowing the scene`() async throws {
    try await flow.signUp()
    #expect(flow.scene.state.notice == "Logged in as ada")
    #expect(flow.scene.state.location == "ada/main")
    await flow.counter?.perform(.countPressed(.undo))
    #expect(flow.scene.state.alert == Alert(.nothingToUndo))
  }

  private func countElsewhere(_ command: CountCommand) async throws {
    let session = try await world.loggedIn().session
    let counter = try await world.openCounter(in: session)
    _ = try await world.useCases.changeCount([command], to: counter, in: session)
  }
}
