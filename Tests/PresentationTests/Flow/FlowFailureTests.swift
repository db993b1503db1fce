import Domain
import Doubles
import Testing

@testable import Presentation

/// An error while a scene is read is shown.
@MainActor
@Suite(.limited) struct FlowFailureTests {
  private let world = TestWorld()
  private let flow: Flow
  private let session: Session
  private let busy = Refusal.store(.busy(cause: "locked"))

  init() async throws {
    session = try await world.signedUp()
    flow = Flow(
      useCases: world.useCases, device: TestWorld.device, session: session)
  }

  @Test func `a login succeeds even if its counter cannot be read`() async throws {
    world.store.fail(with: busy)
    #expect(await flow.enter(.start, notice: "Logged in as ada") == busy)
    #expect(
      try #require(flow.home).state
        == HomeScene.State(
          username: session.user.username, openCounter: nil, notice: "Logged in as ada",
          alert: Alert(busy)))
    world.store.recover()
    await flow.home?.perform(.counterChosen(named: "main"))
    #expect(flow.counter != nil)
  }

  @Test func `an unreadable counter is reported even if the list is readable`() async throws {
    let store = RecordingStore(world.store)
    store.beforeAnswering { [world, busy] call in
      if call == "openCounter" { world.store.fail(with: busy) } else { world.store.recover() }
    }
    let flow = Flow(
      useCases: world.useCases(over: store), device: TestWorld.device,
      session: session)
    await flow.enter(.start)
    let home = try #require(flow.home)
    #expect(home.state.alert == Alert(busy))
    #expect(home.state.counters.map(\.counter.name.text) == ["main"])
  }

  @Test(
    arguments: [
      .historyPressed(newest: 20), .homePressed, .destinationChosen(.account),
    ] as [CounterScene.Action])
  func `a scene that cannot be read is replaced by the list with the reason`(
    action: CounterScene.Action
  ) async throws {
    await flow.enter(.start)
    world.store.fail(with: busy)
    await flow.counter?.perform(action)
    #expect(
      try #require(flow.home).state
        == HomeScene.State(
          username: session.user.username, openCounter: "main", alert: Alert(busy)))
    world.store.recover()
    await flow.home?.perform(.backPressed)
    #expect(flow.counter?.state.counter.name.text == "main")
  }

  @Test func `a counter that cannot be read again stays open, and can be retried`() async throws {
    await flow.enter(.start)
    await flow.counter?.perform(.historyPressed(newest: 20))
    world.store.fail(with: busy)
    await flow.history?.perform(.backPressed)
    let home = try #require(flow.home)
    #expect(home.state.alert == Alert(busy))
    #expect(home.state.openCounter == "main")
    world.store.recover()
    await home.perform(.backPressed)
    #expect(flow.counter?.state.isStarted == false)
  }

  @Test func `a counter deleted elsewhere is closed`() async throws {
    await flow.enter(.start)
    let main = try await world.openCounter(in: session)
    await flow.counter?.perform(.historyPressed(newest: 20))
    try await world.useCases.deleteCounter(main, confirmation: "main", in: session)
    await flow.history?.perform(.backPressed)
    let home = try #require(flow.home)
    #expect(home.state.alert == Alert(.noSuchCounter(named: "main", near: nil)))
    #expect(home.state.openCounter == nil)
  }

  @Test func `counting a counter deleted elsewhere leads to the list, which says so`() async throws
  {
    await flow.enter(.start)
    let main = try await world.openCounter(in: session)
    try await world.useCases.deleteCounter(main, confirmation: "main", in: session)
    #expect(try await #require(flow.counter).perform(.countPressed(.add(1))) == [])
    let home = try #require(flow.home)
    #expect(home.state.alert == Alert(.noSuchCounter(named: "main", near: nil)))
    #expect(home.state.openCounter == nil)
  }

  @Test func `after a failed logout one is still logged in, with an alert`() async throws {
    await flow.enter(.start)
    await flow.counter?.perform(.destinationChosen(.account))
    world.store.fail(with: busy)
    await flow.account?.perform(.logOutPressed)
    #expect(try #require(flow.account).state.alert == Alert(busy))
    world.store.recover()
    await flow.account?.perform(.backPressed)
    #expect(flow.home?.state.counters.map(\.counter.name.text) == ["main"])
  }

  @Test func `completing a name ignores errors of the store`() async {
    await flow.enter(.start)
    #expect(await flow.counterNames() == ["main"])
    world.store.fail(with: busy)
    #expect(await flow.counterNames() == [])
    #expect(flow.scene.state.alert == nil)
  }
}
