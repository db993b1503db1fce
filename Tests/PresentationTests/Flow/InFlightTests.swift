import Domain
import Doubles
import Testing

@testable import Presentation

/// Under a person's hand nothing changes its meaning: what was on its way to a counter that goes
/// away counts on no other one.
@MainActor
@Suite(.limited) struct InFlightTests {
  private let world = TestWorld()
  private let watch = ManualWatch()
  private let flow: Flow
  private let ada: Session
  private let bea: Session
  private let main: Counter
  private let door: Counter

  /// Ada has the counter `main`, and is a member of `bea/door`, which is open.
  init() async throws {
    ada = try await world.signedUp()
    bea = try await world.signedUp("bea")
    main = try await world.openCounter(in: ada)
    door = try await world.useCases.createCounter(named: "door", in: bea)
    _ = try await world.useCases.shareCounter(door, with: "ada", as: .counts, in: bea)
    flow = Flow(useCases: world.useCases, watch: watch, device: TestWorld.device, session: ada)
    await flow.enter(.counter("bea/door"))
  }

  private func revoke() async throws {
    _ = try await world.useCases.unshareCounter(door, with: "ada", in: bea)
  }

  private func delete(_ counter: Counter, in session: Session) async throws {
    try await world.useCases.deleteCounter(
      counter, confirmation: counter.name.text, in: session)
  }

  private func count(of counter: Counter, in session: Session) async throws -> Int64 {
    try await world.store.refreshed(counter, in: session).count
  }

  /// What keys on the list would do: nothing is open or marked, and each is refused.
  private func expectNothingIsCounted(sourceLocation: SourceLocation = #_sourceLocation)
    async throws
  {
    let home = try #require(flow.home, sourceLocation: sourceLocation)
    #expect(home.state.openCounter == nil, sourceLocation: sourceLocation)
    #expect(home.state.marked == nil, sourceLocation: sourceLocation)
    let actions: [HomeScene.Action] = [
      .countPressed(.add(1), on: nil), .countPressed(.undo, on: nil), .counterOpened(nil),
      .backPressed,
    ]
    for action in actions {
      for _ in 1...5 { await home.perform(action) }
      #expect(flow.home === home, sourceLocation: sourceLocation)
      #expect(home.state.alert?.fact == "No counter is open", sourceLocation: sourceLocation)
    }
    #expect(try await count(of: main, in: ada) == 0, sourceLocation: sourceLocation)
  }

  @Test(arguments: [true, false], [true, false])
  func `taps on a counter that is revoked or deleted count nowhere`(
    isDeleted: Bool, isWatched: Bool
  ) async throws {
    let counter = try #require(flow.counter)
    for _ in 1...10 { await counter.perform(.countPressed(.add(1))) }
    if isDeleted { try await delete(door, in: bea) } else { try await revoke() }
    if isWatched { await watch.tick() }
    for _ in 1...20 { await counter.perform(.countPressed(.add(1))) }
    await counter.perform([.countPressed(.undo), .countPressed(.reset), .amountEntered("5")])
    #expect(flow.home?.state.alert == Alert(.noSuchCounter(named: "bea/door", near: nil)))
    try await expectNothingIsCounted()
    if !isDeleted { #expect(try await count(of: door, in: bea) == 10) }
  }

  @Test(arguments: ["history", "members"])
  func `nor do they from a scene of that counter`(scene: String) async throws {
    await flow.counter?.perform(
      scene == "history" ? .historyPressed(newest: 20) : .membersPressed)
    try await revoke()
    if scene == "history" {
      await flow.history?.perform(.backPressed)
    } else {
      await flow.members?.perform(.backPressed)
    }
    #expect(flow.home?.state.alert == Alert(.noSuchCounter(named: "bea/door", near: nil)))
    try await expectNothingIsCounted()
  }

  @Test func `after one's own deletion nothing is marked`() async throws {
    await flow.enter(.counter("main"))
    _ = try await world.useCases.createCounter(named: "tea", in: ada)
    await flow.counter?.perform(.deletionConfirmed(name: "main"))
    let home = try #require(flow.home)
    #expect(home.state.marked == nil && home.state.openCounter == nil)
    await home.perform(.countPressed(.add(1), on: nil))
    #expect(home.state.alert == Alert(.noCounterOpen))
    #expect(home.state.counters.map(\.counter.count) == [0, 0])
  }

  @Test(arguments: [true, false])
  func `a marked counter that goes away leaves no mark`(isDeleted: Bool) async throws {
    await flow.enter(.counter("main"))
    await flow.counter?.perform(.homePressed)
    let home = try #require(flow.home)
    #expect(home.state.marked == main.id)
    await home.perform(.marked(door.id))
    #expect(home.state.marked == door.id)
    if isDeleted { try await delete(door, in: bea) } else { try await revoke() }
    await watch.tick()
    #expect(home.state.alert == Alert(.noSuchCounter(named: "bea/door", near: nil)))
    #expect(home.state.marked == nil && home.state.openCounter == "main")
    await home.perform(.marked(door.id))
    #expect(home.state.marked == nil)
    await home.perform(.countPressed(.add(1), on: nil))
    #expect(home.state.alert == Alert(.noCounterOpen))
    await home.perform(.marked(main.id))
    #expect(home.state.marked == main.id && home.state.alert == nil)
  }

  @Test func `a count that meets the loss first says so, and leaves no mark`() async throws {
    await flow.counter?.perform(.homePressed)
    let home = try #require(flow.home)
    let marked = try #require(home.state.counters.first { $0.id == home.state.marked }).counter
    try await revoke()
    await home.perform(Array(repeating: .countPressed(.add(1), on: marked), count: 20))
    #expect(home.state.alert == Alert(.noSuchCounter(named: "bea/door", near: nil)))
    try await expectNothingIsCounted()
  }

  @Test func `a mark stays on its counter while the list is sorted anew`() async throws {
    await flow.counter?.perform(.homePressed)
    let home = try #require(flow.home)
    _ = try await world.useCases.createCounter(named: "apples", in: ada)
    _ = try await world.useCases.renameCounter(door, to: "zoo", in: bea)
    await watch.tick()
    #expect(home.state.counters.map(\.counter.typedName) == ["apples", "bea/zoo"])
    #expect(home.state.marked == door.id && home.state.openCounter == "bea/zoo")
    #expect(home.state.alert == nil)
  }

  @Test func `a listed counter is opened, not another that has its name by now`() async throws {
    await flow.counter?.perform(.homePressed)
    let home = try #require(flow.home)
    let tea = try await world.useCases.renameCounter(main, to: "tea", in: ada)
    let other = try await world.useCases.createCounter(named: "main", in: ada)
    await home.perform(.counterOpened(main))
    #expect(flow.counter?.state.counter == tea)
    await flow.enter(.home)
    try await delete(other, in: ada)
    _ = try await world.useCases.renameCounter(tea, to: "main", in: ada)
    await flow.home?.perform(.counterOpened(other))
    #expect(flow.home?.state.alert == Alert(.noSuchCounter(named: "main", near: nil)))
  }

  @Test(arguments: ["history", "members", "home", "goBack"])
  func `going back leads to the open counter, never to another that has its name`(scene: String)
    async throws
  {
    await flow.enter(.counter("main"))
    switch scene {
    case "history": await flow.counter?.perform(.historyPressed(newest: 20))
    case "members": await flow.counter?.perform(.membersPressed)
    default: await flow.counter?.perform(.homePressed)
    }
    try await delete(main, in: ada)
    let other = try await world.useCases.createCounter(named: "main", in: ada)
    switch scene {
    case "history": await flow.history?.perform(.backPressed)
    case "members": await flow.members?.perform(.backPressed)
    case "home": await flow.home?.perform(.backPressed)
    default: #expect(await flow.goBack() == .noSuchCounter(named: "main", near: nil))
    }
    #expect(flow.home?.state.openCounter == nil && flow.home?.state.marked == nil)
    // The list may have heard of the deletion before Esc.
    if scene == "history" || scene == "members" {
      #expect(flow.home?.state.alert == Alert(.noSuchCounter(named: "main", near: nil)))
    }
    #expect(try await count(of: other, in: ada) == 0)
  }

  @Test func `after the session has ended nothing is counted`() async throws {
    let counter = try #require(flow.counter)
    let other = try await world.loggedIn().session
    try await world.useCases.logOut(ada)
    for _ in 1...20 { await counter.perform(.countPressed(.add(1))) }
    #expect(flow.welcome?.state.alert == Alert(.notLoggedIn))
    #expect(try await count(of: main, in: other) == 0)
    #expect(try await count(of: door, in: bea) == 0)
  }
}
