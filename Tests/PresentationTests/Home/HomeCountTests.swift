import Domain
import Doubles
import Testing

@testable import Presentation

/// Counting in the list without opening a counter.
@MainActor
@Suite struct HomeCountTests {
  private let world = TestWorld()
  private let store: RecordingStore
  private let session: Session
  private let main: Counter
  private let tea: Counter

  init() async throws {
    store = RecordingStore(world.store)
    session = try await world.signedUp()
    main = try await world.openCounter(in: session)
    tea = try await world.useCases.createCounter(named: "tea", in: session)
  }

  /// The first state of the list, and the open counter.
  private func viewModel() async throws -> SceneViewModel<HomeScene> {
    let context = world.context(of: session, over: store)
    let state = try await HomeConfigurator.load(openCounter: tea, in: context)
    store.forget()
    return HomeConfigurator.viewModel(state, in: context)
  }

  private func counts(_ states: [HomeScene.State]) -> [[Int64]] {
    states.map { $0.counters.map(\.count) }
  }

  @Test func `a count changes only its own row and its time`() async throws {
    let viewModel = try await viewModel()
    let states = await viewModel.perform(.countPressed(.add(5), on: main))
    #expect(counts(states) == [[5, 0]])
    #expect(viewModel.state.counters.map(\.changedAt) == [world.clock.now, nil])
    #expect(viewModel.state.notice == nil && viewModel.state.alert == nil)
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
    #expect(store.received.filter { $0.hasPrefix("apply") } == ["apply 500", "apply 1", "apply 1"])
  }

  @Test func `a count reads only its own counter again`() async throws {
    let viewModel = try await viewModel()
    await viewModel.perform(.countPressed(.add(1), on: main))
    #expect(!store.received.contains("counters"))
    #expect(store.received.contains("refreshed"))
  }

  @Test func `a count is shown even if the counter cannot be read again`() async throws {
    let viewModel = try await viewModel()
    world.store.fail(after: 1, with: .storeBusy(cause: "locked"))
    let states = await viewModel.perform(.countPressed(.add(3), on: main))
    #expect(counts(states) == [[3, 0]] && states.last?.alert == nil)
  }

  @Test func `a deleted counter is reported and removed from the list`() async throws {
    let viewModel = try await viewModel()
    try await world.useCases.deleteCounter(main, confirmation: "main", in: session)
    await viewModel.perform(.countPressed(.add(1), on: main))
    #expect(viewModel.state.alert == Alert(.noSuchCounter(named: "main", near: nil)))
    #expect(viewModel.state.counters == [tea])
  }

  @Test func `counting in the list opens no counter`() async throws {
    let viewModel = try await viewModel()
    #expect(await viewModel.exits(after: .countPressed(.add(1), on: main)) == [])
    #expect(try await world.openCounter(in: session) == tea)
    #expect(viewModel.state.openCounter == "tea")
  }

  @Test func `an error of the store is shown, and the counts stay`() async throws {
    let viewModel = try await viewModel()
    world.store.fail(with: .storeBusy(cause: "locked"))
    await viewModel.perform(.countPressed(.add(1), on: main))
    #expect(viewModel.state.alert == Alert(.storeBusy(cause: "locked")))
    #expect(counts([viewModel.state]) == [[0, 0]])
  }

  @Test func `an ended session leaves the list`() async throws {
    let viewModel = try await viewModel()
    try await world.useCases.logOut(session)
    #expect(await viewModel.exits(after: .countPressed(.add(1), on: main)) == [.sessionEnded])
  }
}
