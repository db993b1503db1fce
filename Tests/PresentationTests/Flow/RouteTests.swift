import Domain
import Doubles
import Testing

@testable import Presentation

/// Routes can be entered from anywhere, and every scene has one.
@MainActor
@Suite(.limited) struct RouteTests {
  private let world = TestWorld()
  private let store: RecordingStore
  private let session: Session
  private let flow: Flow

  init() async throws {
    store = RecordingStore(world.store)
    session = try await world.signedUp()
    flow = Flow(
      useCases: world.useCases(over: store), device: TestWorld.device,
      session: session)
  }

  nonisolated private static let coffee = "coffee"

  @Test(
    arguments: [
      .home, .counter(coffee), .history(coffee, newest: 20, by: nil),
      .history(coffee, newest: 0, by: .week), .history(coffee, newest: 3, by: .month),
      .members(coffee), .account,
    ] as [Route])
  func `entering a route shows the scene with that route`(route: Route) async throws {
    _ = try await world.useCases.createCounter(named: "coffee", in: session)
    #expect(await flow.enter(route) == nil)
    #expect(flow.route == route)
    #expect(flow.scene.state.alert == nil && flow.scene.state.notice == nil)
  }

  @Test func `logged out, the forms are routes, and all others need a login`() async throws {
    let flow = Flow(useCases: world.useCases, device: TestWorld.device)
    for route in [Route.start, .login, .signUp] {
      #expect(await flow.enter(route) == nil)
      #expect(flow.route == route)
    }
    for route in [Route.home, .account, .counter("main")] {
      #expect(await flow.enter(route) == .notLoggedIn)
      #expect(flow.welcome?.state == WelcomeScene.State(alert: Alert(.notLoggedIn)))
    }
  }

  @Test(arguments: [Route.login, .signUp])
  func `logging in while logged in is refused`(route: Route) async throws {
    let refusal = Refusal.alreadyLoggedIn(session.user.username)
    #expect(await flow.enter(route) == refusal)
    #expect(flow.route == .home && flow.scene.state.alert == Alert(refusal))
  }

  @Test func `entering routes writes nothing`() async throws {
    _ = try await world.useCases.createCounter(named: "coffee", in: session)
    for route in [
      Route.counter("main"), .history("main", newest: 1, by: .day), .home,
      .account,
    ] {
      await flow.enter(route)
    }
    #expect(try await world.openCounter(in: session).name.text == "coffee")
    #expect(
      Set(store.received)
        == [
          "find main", "refreshed", "numbers 1", "sums", "setsAndResets", "counters summing",
          "archivedCounters",
          "dayStart", "memberCount", "otherSessions",
        ])
  }

  @Test func `a missing counter is refused with a suggestion`()
    async throws
  {
    let refusal = Refusal.noSuchCounter(named: "mian", near: "main")
    await flow.enter(.start)
    for route in [
      Route.counter("mian"), .history("mian", newest: 1, by: nil),
    ] {
      #expect(await flow.enter(route) == refusal)
      #expect(flow.route == .home)
      #expect(flow.scene.state.alert == Alert(refusal))
      #expect(flow.home?.state.openCounter == "main")
    }
  }

  @Test func `a counter's route has its present name in its own case`() async throws {
    await flow.enter(.counter("MAIN"))
    #expect(flow.route == .counter("main"))
    await flow.counter?.perform(.renamed(to: "Tea"))
    #expect(flow.route == .counter("Tea"))
    await flow.counter?.perform(.historyPressed(newest: 20))
    #expect(flow.route == .history("Tea", newest: 20, by: nil))
    await flow.history?.perform([.morePressed, .chartRequested(by: .hour)])
    #expect(flow.route == .history("Tea", newest: 40, by: .hour))
  }

  @Test func `the way back leads to the open counter, even if renamed`()
    async throws
  {
    #expect(flow.returnRoute == .home)
    await flow.enter(.start)
    let main = try #require(flow.counter).state.counter
    await flow.enter(.account)
    #expect(flow.returnRoute == .counter("main"))
    _ = try await world.useCases.renameCounter(main, to: "tea", in: session)
    #expect(await flow.goBack() == nil)
    #expect(flow.route == .counter("tea"))
  }

  @Test func `of two routes entered at once, the last is shown`() async throws {
    await flow.enter(.start)
    let gate = Gate()
    store.beforeAnswering { call in if call == "counters summing" { await gate.pass() } }
    let first = Task { await flow.enter(.home) }
    await gate.arrival()
    #expect(await flow.enter(.account) == nil)
    gate.open()
    #expect(await first.value == nil)
    #expect(flow.route == .account)
  }

  @Test func `a scene that was left leads nowhere`() async throws {
    await flow.enter(.start)
    let counter = try #require(flow.counter)
    await flow.enter(.account)
    await counter.perform(.homePressed)
    #expect(flow.route == .account)
  }

  @Test func `a form that was left can still begin a session`() async throws {
    let flow = Flow(useCases: world.useCases, device: TestWorld.device)
    await flow.enter(.login)
    let login = try #require(flow.login)
    await flow.enter(.signUp)
    await login.perform([
      .usernameChanged("ada"), .passwordChanged(secret(TestWorld.password)), .logInPressed,
    ])
    #expect(flow.session?.user.username.text == "ada")
    #expect(flow.route == .counter("main"))
  }

  @Test func `a scene that was left does not end a newer session`() async throws {
    await flow.enter(.start)
    let counter = try #require(flow.counter)
    await flow.enter(.account)
    await flow.account?.perform(.logOutPressed)
    let session = try await flow.logIn()
    await counter.perform(.countPressed(.add(1)))
    #expect(flow.session == session)
    #expect(flow.route == .counter("main"))
  }
}
