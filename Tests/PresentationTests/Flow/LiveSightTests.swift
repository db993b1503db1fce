import Domain
import Doubles
import Testing

@testable import Presentation

/// What others change is seen without being asked for.
@MainActor
@Suite struct LiveSightTests {
  private let world = TestWorld()
  private let watch = ManualWatch()
  private let flow: Flow
  private let session: Session
  private let main: Counter

  init() async throws {
    session = try await world.signedUp()
    main = try await world.openCounter(in: session)
    flow = Flow(
      useCases: world.useCases, watch: watch, place: TestWorld.place,
      session: session)
    await flow.enter(.start, notice: "Logged in as ada")
  }

  private func count(_ commands: CountCommand...) async throws {
    _ = try await world.useCases.changeCount(commands, to: main, in: session)
  }

  @Test func `a count changes where it is shown, and its first change is seen`() async throws {
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

  @Test func `the bars follow once they are asked for`() async throws {
    try await count(.add(5))
    await watch.tick()
    #expect(flow.counter?.state.chart == nil)
    await flow.counter?.perform(.chartRequested)
    try await count(.add(2))
    await watch.tick()
    #expect(flow.counter?.state.chart?.last?.sum == 7)
  }

  @Test func `another name is where one is`() async throws {
    _ = try await world.useCases.renameCounter(main, to: "tea", in: session)
    await watch.tick()
    #expect(flow.scene.state.location == "ada/tea")
    await flow.counter?.perform(.historyPressed(newest: 20))
    _ = try await world.useCases.renameCounter(main, to: "coffee", in: session)
    await watch.tick()
    #expect(flow.scene.state.location == "ada/coffee")
  }

  @Test func `a history grows by what was asked for, and by nothing else`() async throws {
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

  @Test func `the list shows what others count, make and delete`() async throws {
    await flow.counter?.perform(.homePressed)
    try await count(.add(5))
    _ = try await world.useCases.createCounter(named: "tea", in: session)
    await watch.tick()
    #expect(flow.home?.state.counters.map(\.name.text) == ["main", "tea"])
    #expect(flow.home?.state.counters.map(\.count) == [5, 0])
  }

  @Test(arguments: [true, false])
  func `where the counter is deleted, the list says so`(isInHistory: Bool) async throws {
    if isInHistory { await flow.counter?.perform(.historyPressed(newest: 20)) }
    try await world.useCases.deleteCounter(main, confirmation: "main", in: session)
    await watch.tick()
    #expect(flow.home?.state.alert == Alert(.noSuchCounter(named: "main", near: nil)))
    #expect(flow.home?.state.openCounter == nil)
  }

  @Test(arguments: ["counter", "history", "home"])
  func `where the session is ended, Welcome says so`(scene: String) async throws {
    if scene == "history" { await flow.counter?.perform(.historyPressed(newest: 20)) }
    if scene == "home" { await flow.counter?.perform(.homePressed) }
    try await world.useCases.logOut(session)
    await watch.tick()
    #expect(flow.welcome?.state.alert == Alert(.notLoggedIn))
  }

  @Test(arguments: ["counter", "history", "home"])
  func `where the store cannot be read, what is shown stays, without a complaint`(scene: String)
    async throws
  {
    if scene == "history" { await flow.counter?.perform(.historyPressed(newest: 20)) }
    if scene == "home" { await flow.counter?.perform(.homePressed) }
    world.store.fail(with: .storeBusy(cause: "locked"))
    await watch.tick()
    #expect(flow.scene.state.alert == nil)
    #expect(flow.scene.state.location == (scene == "home" ? "ada" : "ada/main"))
  }

  @Test func `only the scene that is shown listens, and only where counts are shown`() async {
    #expect(watch.listenerCount == 1)
    await flow.counter?.perform(.homePressed)
    #expect(await eventually { watch.listenerCount == 1 })
    await flow.home?.perform(.destinationChosen(.account))
    #expect(await eventually { watch.listenerCount == 0 })
  }
}
