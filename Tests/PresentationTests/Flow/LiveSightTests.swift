import Domain
import Doubles
import Testing

@testable import Presentation

/// Changes by others appear without a request.
@MainActor
@Suite(.limited) struct LiveSightTests {
  private let world = TestWorld()
  private let watch = ManualWatch()
  private let flow: Flow
  private let session: Session
  private let main: Counter

  init() async throws {
    session = try await world.signedUp()
    main = try await world.openCounter(in: session)
    flow = Flow(
      useCases: world.useCases, watch: watch, device: TestWorld.device,
      session: session)
    await flow.enter(.start, notice: "Logged in as ada")
  }

  private func count(_ commands: CountCommand...) async throws {
    _ = try await world.useCases.changeCount(commands, to: main, in: session)
  }

  @Test func `a shown count follows changes, including its first`() async throws {
    try await count(.add(5))
    #expect(flow.counter?.state.isStarted == false)
    await watch.tick()
    #expect(flow.counter?.state.counter.count == 5)
    await flow.counter?.perform(.countPressed(.add(1)))
    #expect(flow.counter?.state.counter.count == 6)
  }

  @Test func `notice and alert stay`() async throws {
    await watch.tick()
    #expect(flow.counter?.state.notice == "Logged in as ada")
    await flow.counter?.perform(.countPressed(.undo))
    try await count(.add(5))
    await watch.tick()
    #expect(flow.counter?.state.alert == Alert(.nothingToUndo))
    #expect(flow.counter?.state.counter.count == 5)
  }

  @Test func `the bars follow once they are requested`() async throws {
    try await count(.add(5))
    await watch.tick()
    #expect(flow.counter?.state.chart == nil)
    await flow.counter?.perform(.chartRequested)
    try await count(.add(2))
    await watch.tick()
    #expect(flow.counter?.state.chart?.last?.sum == 7)
  }

  @Test func `a new name is shown`() async throws {
    _ = try await world.useCases.renameCounter(main, to: "tea", in: session)
    await watch.tick()
    #expect(flow.scene.state.location == "ada/tea")
    await flow.counter?.perform(.historyPressed(newest: 20))
    _ = try await world.useCases.renameCounter(main, to: "coffee", in: session)
    await watch.tick()
    #expect(flow.scene.state.location == "ada/coffee")
  }

  @Test func `a history grows by new changes, up to what was requested`() async throws {
    await flow.counter?.perform(.historyPressed(newest: 20))
    try await count(.add(5))
    await watch.tick()
    #expect(flow.history?.state.changes.map(\.event) == [.made(.add(5))])
    #expect(flow.history?.state.chart == [])
    await flow.history?.perform(.chartRequested(by: .month))
    try await count(.add(2))
    await watch.tick()
    #expect(flow.history?.state.changes.map(\.amount) == [5, 2])
    #expect(flow.history?.state.chart.last?.sum == 7)
    #expect(flow.history?.state.span == .month)
  }

  @Test func `the list follows new, changed and deleted counters`() async throws {
    await flow.counter?.perform(.homePressed)
    try await count(.add(5))
    _ = try await world.useCases.createCounter(named: "tea", in: session)
    await watch.tick()
    #expect(flow.home?.state.counters.map(\.counter.name.text) == ["main", "tea"])
    #expect(flow.home?.state.counters.map(\.counter.count) == [5, 0])
  }

  @Test(arguments: [true, false])
  func `after the counter is deleted, the list says so`(isInHistory: Bool) async throws {
    if isInHistory { await flow.counter?.perform(.historyPressed(newest: 20)) }
    try await world.useCases.deleteCounter(main, confirmation: "main", in: session)
    await watch.tick()
    #expect(flow.home?.state.alert == Alert(.noSuchCounter(named: "main", near: nil)))
    #expect(flow.home?.state.openCounter == nil)
  }

  @Test(arguments: ["counter", "history", "home"])
  func `after the session has ended, Welcome says so`(scene: String) async throws {
    if scene == "history" { await flow.counter?.perform(.historyPressed(newest: 20)) }
    if scene == "home" { await flow.counter?.perform(.homePressed) }
    try await world.useCases.logOut(session)
    await watch.tick()
    #expect(flow.welcome?.state.alert == Alert(.notLoggedIn))
  }

  @Test(arguments: ["counter", "history", "home"])
  func `when the store cannot be read, the scene stays without an alert`(scene: String)
    async throws
  {
    if scene == "history" { await flow.counter?.perform(.historyPressed(newest: 20)) }
    if scene == "home" { await flow.counter?.perform(.homePressed) }
    world.store.fail(with: .store(.busy(cause: "locked")))
    await watch.tick()
    #expect(flow.scene.state.alert == nil)
    #expect(flow.scene.state.location == (scene == "home" ? "ada" : "ada/main"))
  }

  @Test func `only the present scene listens, and only if others can change what it shows`() async {
    #expect(watch.listenerCount == 1)
    await flow.counter?.perform(.homePressed)
    #expect(await eventually { watch.listenerCount == 1 })
    await flow.home?.perform(.destinationChosen(.account))
    #expect(await eventually { watch.listenerCount == 1 })
    await flow.account?.perform(.logOutPressed)
    #expect(await eventually { watch.listenerCount == 0 })
  }

  @Test(arguments: ["counter", "history", "members"])
  func `when the sharing ends while a scene is shown, the list says so`(scene: String)
    async throws
  {
    let bea = try await world.signedUp("bea")
    let door = try await world.useCases.createCounter(named: "door", in: bea)
    _ = try await world.useCases.shareCounter(door, with: "ada", as: .counts, in: bea)
    #expect(await flow.enter(.counter("bea/door")) == nil)
    #expect(flow.scene.state.location == "ada/bea/door")
    if scene == "history" { await flow.counter?.perform(.historyPressed(newest: 20)) }
    if scene == "members" { await flow.counter?.perform(.membersPressed) }
    _ = try await world.useCases.changeCount([.add(2)], to: door, in: bea)
    await watch.tick()
    #expect(flow.scene.state.location == "ada/bea/door")
    _ = try await world.useCases.unshareCounter(door, with: "ada", in: bea)
    await watch.tick()
    #expect(flow.home?.state.alert == Alert(.noSuchCounter(named: "bea/door", near: nil)))
    #expect(flow.home?.state.counters.map(\.counter.typedName) == ["main"])
  }
}
