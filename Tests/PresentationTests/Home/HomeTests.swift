import Domain
import Doubles
import Testing

@testable import Presentation

@MainActor
@Suite(.limited) struct HomeTests {
  private let world = TestWorld()
  private let session: Session

  init() async throws {
    session = try await world.signedUp()
  }

  private func load(openCounter: Counter? = nil) async throws -> HomeScene.State {
    try await HomeScene.load(openCounter: openCounter, in: world.context(of: session))
  }

  private func viewModel(openCounter: String? = "main") -> SceneViewModel<HomeScene> {
    HomeScene.viewModel(state(openCounter: openCounter), in: world.context(of: session))
  }

  private func state(
    counters: [CounterSummary] = [], openCounter: String? = "main", notice: String? = nil,
    refused: Refusal? = nil
  ) -> HomeScene.State {
    HomeScene.State(
      username: session.user.username, openCounter: openCounter,
      counters: counters, notice: notice,
      alert: refused.map { Alert($0) })
  }

  /// What the store has now.
  private func counters() async throws -> [CounterSummary] {
    try await world.useCases.summarizeCounters(in: session)
  }

  private func create(_ name: String) async throws -> Counter {
    try await world.useCases.createCounter(named: name, in: session)
  }

  @Test func `the counters are listed by name, with their counts and last changes`() async throws {
    let tea = try await create("tea")
    _ = try await world.useCases.changeCount([.add(-120)], to: tea, in: session)
    _ = try await create("Coffee beans")
    let loaded = try await load(openCounter: tea)
    var expected = state(counters: try await counters(), openCounter: "tea")
    expected.marked = tea.id
    #expect(loaded == expected)
    #expect(loaded.counters.map(\.counter.name.text) == ["Coffee beans", "tea"])
    #expect(loaded.counters.map(\.counter.count) == [0, -120])
    #expect(loaded.counters.map(\.counter.changedAt) == [nil, world.clock.now])
  }

  @Test func `a renamed open counter has its new name, and no counter is open after a deletion`()
    async throws
  {
    let main = try await world.openCounter(in: session)
    let tea = try await world.useCases.renameCounter(main, to: "tea", in: session)
    #expect(try await load(openCounter: main).openCounter == "tea")
    try await world.useCases.deleteCounter(tea, confirmation: "tea", in: session)
    #expect(try await load(openCounter: main).openCounter == nil)
  }

  @Test func `the open and the marked counter stay in the list when they are archived elsewhere`()
    async throws
  {
    let (tea, jam) = (try await create("tea"), try await create("jam"))
    _ = try await create("bread")
    let viewModel = HomeScene.viewModel(
      try await load(openCounter: tea), in: world.context(of: session))
    await viewModel.perform(.marked(jam.id))
    for counter in [tea, jam] {
      try await world.useCases.counters.setArchived(true, counter, in: session)
    }
    await viewModel.perform(.changedElsewhere)
    #expect(viewModel.state.counters.map(\.counter.typedName) == ["bread", "jam", "tea"])
    #expect(viewModel.state.marked == jam.id && viewModel.state.openCounter == "tea")
    #expect(viewModel.state.alert == nil)
    let again = try await load(openCounter: jam)
    #expect(again.counters.map(\.counter.typedName) == ["bread", "jam"])
  }

  @Test func `a chosen counter is opened, ignoring case`() async throws {
    let main = try await world.openCounter(in: session)
    _ = try await create("tea")
    let exits = await viewModel().exits(after: .counterChosen(named: "MAIN"))
    #expect(exits == [.taken(.opened(main))])
    #expect(try await world.openCounter(in: session) == main)
  }

  @Test(
    arguments: [
      ("mian", "main", "There is no counter named mian. Did you mean main?"),
      ("coffee", nil, "There is no counter named coffee"),
    ] as [(String, String?, String)])
  func `a missing counter is refused, with a suggestion`(
    name: String, near: String?, sentence: String
  ) async {
    let viewModel = viewModel()
    let refusal = Refusal.noSuchCounter(
      named: name, near: near)
    #expect(
      await viewModel.perform(.counterChosen(named: name)) == [state(refused: refusal)])
    #expect(viewModel.state.alert?.fact == sentence)
  }

  @Test func `a new counter is opened`() async throws {
    let tea = Counter(
      id: 4, name: CounterName(text: "Tea", key: "tea"), owner: session.user.username, count: 0,
      changedAt: nil)
    let exits = await viewModel().exits(after: .newCounterNamed("Tea"))
    #expect(exits == [.taken(.opened(tea))])
    #expect(try await world.openCounter(in: session).name.text == "Tea")
  }

  @Test(
    arguments: [
      ("MAIN", .counterExists(CounterName(text: "MAIN", key: "main"))),
      ("", .counterName(.empty)),
      (" tea", .counterName(.whiteSpaceAtEnds)),
      ("te\u{1B}a", .counterName(.controlCharacter)),
    ] as [(String, Refusal)])
  func `a taken or invalid name creates no counter`(name: String, refusal: Refusal)
    async throws
  {
    #expect(await viewModel().perform(.newCounterNamed(name)) == [state(refused: refusal)])
    #expect(try await world.store.counters(in: session).count == 1)
  }

  @Test func `the exits lead where they say`() async {
    #expect(
      await viewModel().exits(after: .destinationChosen(.account))
        == [.taken(.destination(.account))])
    #expect(
      await viewModel().exits(after: .backPressed) == [.taken(.back(toCounterNamed: "main"))])
  }

  @Test func `without an open counter there is no way back`() async throws {
    let viewModel = viewModel(openCounter: nil)
    #expect(await viewModel.exits(after: .backPressed) == [])
    #expect(
      viewModel.state
        == state(
          counters: try await counters(), openCounter: nil, refused: .noCounterOpen))
  }

  @Test func `an error of the store is shown`() async {
    let viewModel = viewModel()
    world.store.fail(with: .store(.busy(cause: "locked")))
    let refused = state(refused: .store(.busy(cause: "locked")))
    for action in [HomeScene.Action.counterChosen(named: "main"), .newCounterNamed("tea")] {
      #expect(await viewModel.perform(action) == [refused])
    }
    await #expect(throws: Refusal.store(.busy(cause: "locked"))) { try await load() }
  }

  @Test func `an ended session leaves the scene`() async throws {
    try await world.useCases.logOut(session)
    for action in [HomeScene.Action.counterChosen(named: "main"), .newCounterNamed("tea")] {
      #expect(await viewModel().exits(after: action) == [.sessionEnded])
    }
    await #expect(throws: Refusal.notLoggedIn) { try await load() }
  }

  @Test(arguments: ["caf\u{E9}", "CAFE\u{301}", "e\u{301}", "e", ";", "\u{37E}"])
  func `a search finds a name however its characters are encoded`(text: String) async throws {
    let counter = try await world.useCases.createCounter(named: "caf\u{E9}\u{37E} e", in: session)
    let found = try await world.useCases.summarizeCounters(during: nil, in: session).naming(text)
    #expect(found.map(\.counter.id) == [counter.id])
  }

  @Test(arguments: ["ada/", "ADA/\u{301}", "/\u{301}x", "\u{301}", "x"])
  func `a search finds a shared name whose mark joins the slash`(text: String) async throws {
    let world = TestWorld()
    let ada = try await world.signedUp("ada")
    let bea = try await world.signedUp("bea")
    let counter = try await world.useCases.createCounter(named: "\u{301}x", in: ada)
    _ = try await world.useCases.shareCounter(counter, with: "bea", as: .counts, in: ada)
    let found = try await world.useCases.summarizeCounters(during: nil, in: bea).naming(text)
    #expect(found.map(\.counter.typedName) == ["ada/\u{301}x"])
  }
}
