import Domain
import Doubles
import Testing

@testable import Presentation

/// Waiting commands share a transaction.
@MainActor
@Suite(.limited) struct CounterRunTests {
  private let world = TestWorld()
  private let store: RecordingStore
  private let session: Session
  private let main: Counter

  init() async throws {
    store = RecordingStore(world.store)
    session = try await world.signedUp()
    main = try await world.openCounter(in: session)
  }

  private func viewModel() -> SceneViewModel<CounterScene> {
    CounterScene.viewModel(
      CounterScene.State(of: main, username: session.user.username),
      in: world.context(of: session, over: store))
  }

  private func state(count: Int64, notice: String? = nil, refused: Refusal? = nil)
    -> CounterScene.State
  {
    let counter = Counter(
      id: main.id, name: main.name, owner: main.owner, count: count, changedAt: nil)
    return CounterScene.State(
      username: session.user.username, counter: counter, isStarted: true, notice: notice,
      alert: refused.map { Alert($0) })
  }

  @Test func `five hundred commands give five hundred states and one call of the store`() async {
    let states = await viewModel().perform(
      Array(repeating: .countPressed(.add(2)), count: 500))
    #expect(states == (1...500).map { state(count: $0 * 2) })
    #expect(store.received == ["change 500"])
  }

  @Test func `more than five hundred commands are split into transactions`() async {
    let states = await viewModel().perform(
      Array(repeating: .countPressed(.add(1)), count: 1_001))
    #expect(states == (1...1_001).map { state(count: $0) })
    #expect(store.received == ["change 500", "change 500", "change 1"])
  }

  @Test func `a notice belongs to its own command`() async {
    let states = await viewModel().perform([
      .countPressed(.add(5)), .countPressed(.undo), .countPressed(.add(1)),
    ])
    #expect(states == [state(count: 5), state(count: 0, notice: "Undid +5"), state(count: 1)])
    #expect(store.received == ["change 3"])
  }

  @Test func `a refusal ends the run: the commands before it are done, the others are not`()
    async throws
  {
    let states = await viewModel().perform([
      .countPressed(.add(5)), .countPressed(.undo), .countPressed(.undo), .countPressed(.add(1)),
      .renamed(to: "tea"),
    ])
    #expect(
      states == [
        state(count: 5), state(count: 0, notice: "Undid +5"),
        state(count: 0, refused: .nothingToUndo),
      ])
    #expect(store.received == ["change 4"])
    let counter = try await world.openCounter(in: session)
    #expect(counter.count == 0)
    #expect(counter.name.text == "main")
  }

  @Test func `another action between two runs is done between them`() async throws {
    let states = await viewModel().perform([
      .countPressed(.add(1)), .countPressed(.add(1)), .renamed(to: "tea"), .countPressed(.add(1)),
    ])
    #expect(states.map(\.counter.count) == [1, 2, 2, 3])
    #expect(states.map(\.counter.name.text) == ["main", "main", "tea", "tea"])
    #expect(store.received == ["change 2", "rename tea", "change 1"])
  }

  @Test func `a failing store gives the run one answer, and nothing is done`() async throws {
    world.store.fail(after: 1, with: .store(.busy(cause: "locked")))
    let states = await viewModel().perform(
      Array(repeating: .countPressed(.add(1)), count: 750))
    #expect(states.count == 501)
    #expect(states.last == state(count: 500, refused: .store(.busy(cause: "locked"))))
    #expect(store.received == ["change 500", "change 250"])
  }

  @Test func `a run with an ended session leaves the scene once`() async throws {
    try await world.useCases.logOut(session)
    let viewModel = viewModel()
    let exits = Exits(of: viewModel)
    let states = await viewModel.perform(
      Array(repeating: .countPressed(.add(1)), count: 750))
    #expect(states == [])
    #expect(store.received == ["change 500"])
    #expect(exits.taken == [.sessionEnded])
  }

  @Test func `commands that are sent and wait are done together, and a performed one by itself`()
    async
  {
    let viewModel = viewModel()
    for _ in 1...3 { viewModel.send(.countPressed(.add(1))) }
    #expect(await viewModel.perform(.countPressed(.add(1))) == [state(count: 4)])
    #expect(store.received == ["change 3", "change 1"])
  }

  @Test func `a refused command that was sent drops those that waited with it, and no others`()
    async
  {
    let viewModel = viewModel()
    for command in [CountCommand.add(5), .redo, .add(1)] { viewModel.send(.countPressed(command)) }
    viewModel.send(.amountEntered("2"))
    await viewModel.settled()
    #expect(viewModel.state.counter.count == 7)
    #expect(store.received == ["change 3", "change 1"])
  }
}
