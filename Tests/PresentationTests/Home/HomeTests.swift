import Domain
import Doubles
import Testing

@testable import Presentation

@MainActor
@Suite struct HomeTests {
  private let world = TestWorld()
  private let session: Session

  init() async throws {
    session = try await world.signedUp()
  }

  private func viewModel(
    _ spy: RoutingSpy, openCounter: String? = "main", notice: String? = nil, alert: Alert? = nil
  ) -> SceneViewModel<HomeScene> {
    HomeConfigurator.viewModel(
      openCounter: openCounter, notice: notice, alert: alert, session: session,
      useCases: world.useCases, days: world.days, routing: spy)
  }

  private func state(
    rows: [[String]] = [], openCounter: String? = "main", notice: String? = nil,
    refused: Refusal? = nil
  ) -> HomeScene.State {
    HomeScene.State(
      username: session.user.username, openCounter: openCounter,
      counters: Table(alignments: [.left, .right, .left], rows: rows), notice: notice,
      alert: refused.map { Alert($0) })
  }

  private func create(_ name: String) async throws -> Counter {
    try await world.useCases.createCounter(named: name, in: session)
  }

  @Test func `the counters are listed by name, with their counts and last changes`() async throws {
    let tea = try await create("tea")
    _ = try await world.useCases.changeCount([.add(-120)], to: tea, in: session)
    _ = try await create("Coffee beans")
    let spy = RoutingSpy()
    let viewModel = viewModel(spy)
    #expect(viewModel.state == state())
    #expect(
      await viewModel.perform(.appeared) == [
        state(rows: [
          ["Coffee beans", "0", "never"],
          ["main", "0", "never"],
          ["tea", "-120", "2026-02-02 02:40"],
        ])
      ])
    #expect(
      viewModel.state.counters.lines(on: .plain()) == [
        "Coffee beans     0  never",
        "main             0  never",
        "tea           -120  2026-02-02 02:40",
      ])
  }

  @Test func `without an open counter Home says how to open one`() {
    let spy = RoutingSpy()
    #expect(viewModel(spy, openCounter: "main").state.lines == [])
    #expect(
      viewModel(spy, openCounter: nil).state.lines == ["No counter is open. Type open NAME"])
  }

  @Test func `what the last scene had to say is still there when the list is`() async {
    let spy = RoutingSpy()
    let viewModel = viewModel(
      spy, openCounter: nil, notice: "Deleted tea", alert: Alert(.storeNewer))
    #expect(
      await viewModel.perform(.appeared) == [
        state(
          rows: [["main", "0", "never"]], openCounter: nil, notice: "Deleted tea",
          refused: .storeNewer)
      ])
  }

  @Test func `a counter that is chosen is opened, whatever the case`() async throws {
    let main = try await world.openCounter(in: session)
    _ = try await create("tea")
    let spy = RoutingSpy(expecting: .counter(main))
    #expect(await viewModel(spy).perform(.counterChosen(named: "MAIN")) == [])
    spy.verify()
    #expect(try await world.openCounter(in: session) == main)
  }

  @Test(
    arguments: [
      ("mian", "main", "There is no counter named mian. Did you mean main?"),
      ("coffee", nil, "There is no counter named coffee"),
    ] as [(String, String?, String)])
  func `a counter that is not there is refused, with the one that was meant`(
    name: String, near: String?, sentence: String
  ) async {
    let spy = RoutingSpy()
    let viewModel = viewModel(spy)
    await viewModel.perform(.appeared)
    let refusal = Refusal.noSuchCounter(
      named: name, near: near.map { CounterName(text: $0, key: $0) })
    #expect(
      await viewModel.perform(.counterChosen(named: name)) == [
        state(rows: [["main", "0", "never"]], refused: refusal)
      ])
    #expect(viewModel.state.alert?.sentence == sentence)
  }

  @Test func `a new counter is opened`() async throws {
    let spy = RoutingSpy(
      expecting: .counter(
        Counter(id: 4, name: CounterName(text: "Tea", key: "tea"), count: 0, changedAt: nil)))
    #expect(await viewModel(spy).perform(.newCounterNamed("Tea")) == [])
    spy.verify()
    #expect(try await world.openCounter(in: session).name.text == "Tea")
  }

  @Test(
    arguments: [
      ("MAIN", .counterExists(CounterName(text: "MAIN", key: "main"))),
      ("", .counterName(.empty)),
      (" tea", .counterName(.whiteSpaceAtEnds)),
      ("te\u{1B}a", .counterName(.controlCharacter)),
    ] as [(String, Refusal)])
  func `a name that is taken or no name makes no counter`(name: String, refusal: Refusal)
    async throws
  {
    let spy = RoutingSpy()
    #expect(
      await viewModel(spy).perform(.newCounterNamed(name)) == [state(refused: refusal)])
    #expect(try await world.store.counters(in: session).count == 1)
  }

  @Test func `the ways out lead where they say`() async {
    let spy = RoutingSpy(expecting: .destination(.account), .openCounter)
    #expect(await viewModel(spy).perform([.destinationChosen(.account), .backPressed]) == [])
    spy.verify()
  }

  @Test func `a store that fails is told of, and the list stays`() async {
    let spy = RoutingSpy()
    let viewModel = viewModel(spy)
    await viewModel.perform(.appeared)
    world.store.fail(with: .storeBusy(cause: "locked"))
    let refused = state(
      rows: [["main", "0", "never"]], refused: .storeBusy(cause: "locked"))
    for action in [
      HomeScene.Action.appeared, .counterChosen(named: "main"), .newCounterNamed("tea"),
    ] {
      #expect(await viewModel.perform(action) == [refused])
    }
  }

  @Test func `an ended session leads out of the scene`() async throws {
    try await world.useCases.logOut(session)
    let spy = RoutingSpy(expecting: .sessionEnded, .sessionEnded, .sessionEnded)
    let states = await viewModel(spy).perform([
      .appeared, .counterChosen(named: "main"), .newCounterNamed("tea"),
    ])
    #expect(states == [])
    spy.verify()
  }
}
