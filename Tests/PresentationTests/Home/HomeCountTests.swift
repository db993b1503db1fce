import Domain
import Doubles
import Testing

@testable import Presentation

/// Counting in the list without opening a counter.
@MainActor
@Suite(.limited) struct HomeCountTests {
  private let world = TestWorld()
  private let store: RecordingStore
  private let session: Session
  private let main: Counter
  private let tea: Counter

  init() async throws {
    store = RecordingStore(world.store)
    session = try await world.signedUp()
    main = try await world.openCounter(in: session)
    // Unused, it would not be listed beside another.
    _ = try await world.useCases.changeCount([.add(1), .undo], to: main, in: session)
    tea = try await world.useCases.createCounter(named: "tea", in: session)
  }

  /// The first state of the list, and the open counter.
  private func viewModel() async throws -> SceneViewModel<HomeScene> {
    let context = world.context(of: session, over: store)
    let state = try await HomeScene.load(openCounter: tea, in: context)
    store.forget()
    return HomeScene.viewModel(state, in: context)
  }

  private func counts(_ states: [HomeScene.State]) -> [[Int64]] {
    states.map { $0.counters.map(\.counter.count) }
  }

  @Test func `a count changes only its own row and its time`() async throws {
    let viewModel = try await viewModel()
    let states = await viewModel.perform(.countPressed(.add(5), on: main))
    #expect(counts(states) == [[5, 0]])
    #expect(viewModel.state.counters.map(\.counter.changedAt) == [world.clock.now, nil])
    #expect(viewModel.state.notice == nil && viewModel.state.alert == nil)
  }

  @Test func `a count with an identifier is made once, and answered again`() async throws {
    for _ in 1...2 {
      let states = try await viewModel().perform(
        .countPressed(.add(5), on: main, id: Change.ID("tap")))
      #expect(counts(states) == [[5, 0]])
    }
    let other = try await viewModel().perform(
      .countPressed(.add(5), on: tea, id: Change.ID("tap")))
    #expect(other.last?.alert == Alert(.identifierTaken))
  }

  @Test func `an undo names what was undone, and the next count clears that`() async throws {
    let viewModel = try await viewModel()
    let states = await viewModel.perform([
      .countPressed(.add(5), on: main), .countPressed(.undo, on: main),
    ])
    #expect(states.last?.notice == "Undid +5" && counts(states).last == [0, 0])
    #expect(await viewModel.perform(.countPressed(.add(1), on: tea)).last?.notice == nil)
  }

  @Test func `when there is nothing to undo, the list says so and stays`() async throws {
    let viewModel = try await viewModel()
    let states = await viewModel.perform([
      .countPressed(.add(2), on: tea), .countPressed(.undo, on: tea),
      .countPressed(.undo, on: tea), .countPressed(.add(1), on: tea),
    ])
    #expect(states.last?.alert == Alert(.nothingToUndo))
    #expect(counts(states).last == [0, 0])
    #expect(try await world.store.refreshed(tea, in: session).count == 0)
  }

  @Test func `waiting keys are one transaction per counter, in order`() async throws {
    let viewModel = try await viewModel()
    let states = await viewModel.perform(
      Array(repeating: .countPressed(.add(1), on: main), count: 500)
        + [.countPressed(.add(1), on: main), .countPressed(.add(1), on: tea)])
    #expect(counts(states).last == [501, 1])
    #expect(
      store.received.filter { $0.hasPrefix("change") } == ["change 500", "change 1", "change 1"])
  }

  @Test func `a count reads only its own counter again`() async throws {
    let viewModel = try await viewModel()
    await viewModel.perform(.countPressed(.add(1), on: main))
    #expect(store.received == ["change 1", "refreshed", "dayStart", "sums"])
  }

  @Test func `a count is shown even if the counter cannot be read again`() async throws {
    let viewModel = try await viewModel()
    world.store.fail(after: 1, with: .store(.busy(cause: "locked")))
    let states = await viewModel.perform(.countPressed(.add(3), on: main))
    #expect(counts(states) == [[3, 0]] && states.last?.alert == nil)
  }

  @Test func `a deleted counter is reported and removed from the list`() async throws {
    let viewModel = try await viewModel()
    try await world.useCases.deleteCounter(main, confirmation: "main", in: session)
    await viewModel.perform(.countPressed(.add(1), on: main))
    #expect(viewModel.state.alert == Alert(.noSuchCounter(named: "main", near: nil)))
    #expect(viewModel.state.counters.map(\.counter) == [tea])
  }

  @Test func `counting in the list opens no counter`() async throws {
    let viewModel = try await viewModel()
    #expect(await viewModel.exits(after: .countPressed(.add(1), on: main)) == [])
    #expect(try await world.openCounter(in: session) == tea)
    #expect(viewModel.state.openCounter == "tea")
  }

  @Test func `an error of the store is shown, and the counts stay`() async throws {
    let viewModel = try await viewModel()
    world.store.fail(with: .store(.busy(cause: "locked")))
    await viewModel.perform(.countPressed(.add(1), on: main))
    #expect(viewModel.state.alert == Alert(.store(.busy(cause: "locked"))))
    #expect(counts([viewModel.state]) == [[0, 0]])
  }

  @Test func `an ended session leaves the list`() async throws {
    let viewModel = try await viewModel()
    try await world.useCases.logOut(session)
    #expect(await viewModel.exits(after: .countPressed(.add(1), on: main)) == [.sessionEnded])
  }

  @Test func `a change moves today's sum, and an undo of yesterday's change does not`() async throws
  {
    _ = try await world.useCases.changeCount([.add(7)], to: main, in: session)
    world.clock.advance(seconds: 86_400)
    let viewModel = try await viewModel()
    #expect(viewModel.state.counters.map(\.change) == [0, 0])
    await viewModel.perform([.countPressed(.add(5), on: main), .countPressed(.add(-2), on: tea)])
    #expect(viewModel.state.counters.map(\.change) == [5, -2])
    await viewModel.perform([.countPressed(.undo, on: main), .countPressed(.undo, on: main)])
    #expect(viewModel.state.counters.map(\.change) == [0, -2])
    #expect(counts([viewModel.state]) == [[0, -2]])
  }

  @Test func `today's sum stays when it cannot be read`() async throws {
    let viewModel = try await viewModel()
    await viewModel.perform(.countPressed(.add(5), on: main))
    world.store.fail(after: 1, with: .store(.busy(cause: "locked")))
    await viewModel.perform(.countPressed(.add(1), on: main))
    #expect(viewModel.state.counters.map(\.change) == [5, 0])
    #expect(counts([viewModel.state]) == [[6, 0]])
  }

  @Test func `reaching the target gives one notice, also in the middle of a batch`()
    async throws
  {
    _ = try await world.useCases.setTarget(3, of: main, in: session)
    let viewModel = try await viewModel()
    await viewModel.perform(.countPressed(.add(2), on: main))
    #expect(viewModel.state.notice == nil && viewModel.state.targetsReached == 0)
    await viewModel.perform(Array(repeating: .countPressed(.add(1), on: main), count: 3))
    #expect(viewModel.state.notice == "Target reached" && viewModel.state.targetsReached == 1)
    await viewModel.perform(.countPressed(.add(1), on: main))
    #expect(viewModel.state.notice == nil && viewModel.state.targetsReached == 1)
    await viewModel.perform([.countPressed(.add(-4), on: main), .countPressed(.undo, on: main)])
    #expect(viewModel.state.notice == "Undid -4. Target reached")
    #expect(viewModel.state.targetsReached == 2)
  }

  @Test
  func `own counters come first, then shared ones, and each can be counted as its role allows`()
    async throws
  {
    let (bea, carl) = (try await world.signedUp("bea"), try await world.signedUp("carl"))
    for (owner, name, permission) in [
      (carl, "hall", Role.Permission.counts), (bea, "door", .views),
    ] {
      let counter = try await world.useCases.createCounter(named: name, in: owner)
      _ = try await world.useCases.shareCounter(counter, with: "ADA", as: permission, in: owner)
    }
    let viewModel = try await viewModel()
    #expect(
      viewModel.state.counters.map(\.counter.typedName)
        == ["main", "tea", "bea/door", "carl/hall"])
    let (door, hall) = (viewModel.state.counters[2].counter, viewModel.state.counters[3].counter)
    await viewModel.perform(.countPressed(.add(2), on: hall))
    #expect(counts([viewModel.state]) == [[0, 0, 0, 2]])
    await viewModel.perform(.countPressed(.add(1), on: door))
    #expect(viewModel.state.alert?.fact == "Only bea can do that")
    let exits = await viewModel.exits(after: .counterChosen(named: "BEA/door"))
    #expect(exits == [.taken(.opened(door))])
  }

  @Test func `a counter that is no longer shared leaves the list`() async throws {
    let bea = try await world.signedUp("bea")
    let door = try await world.useCases.createCounter(named: "door", in: bea)
    _ = try await world.useCases.shareCounter(door, with: "ada", as: .counts, in: bea)
    let viewModel = try await viewModel()
    let shared = viewModel.state.counters[2].counter
    _ = try await world.useCases.unshareCounter(door, with: "ada", in: bea)
    await viewModel.perform(.countPressed(.add(1), on: shared))
    #expect(viewModel.state.alert == Alert(.noSuchCounter(named: "bea/door", near: nil)))
    #expect(viewModel.state.counters.map(\.id) == [main.id, tea.id])
  }
}
