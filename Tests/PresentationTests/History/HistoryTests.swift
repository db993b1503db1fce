import Domain
import Doubles
import Foundation
import Testing

@testable import Presentation

@MainActor
@Suite(.limited) struct HistoryTests {
  private let world: TestWorld
  private let session: Session
  private let main: Counter

  init() async throws {
    // Two hours ahead of UTC, where the local time is Monday, 2026-02-02 02:40.
    world = TestWorld(
      calendar: FixedCalendar(timeZone: try #require(TimeZone(secondsFromGMT: 7_200))))
    session = try await world.signedUp()
    main = try await world.openCounter(in: session)
  }

  private func load(newest: Int = 0, by span: Span? = nil) async throws -> HistoryScene.State {
    try await HistoryScene.load(
      main, newest: newest, by: span, in: world.context(of: session))
  }

  private func viewModel(newest: Int = 0) async throws -> SceneViewModel<HistoryScene> {
    HistoryScene.viewModel(
      try await load(newest: newest), in: world.context(of: session))
  }

  private func state(
    changes: [Change] = [], newest: Int = 0, chart: [ChartBar] = [], span: Span? = nil,
    others: SetsAndResets? = nil, statistics: Statistics? = nil, refused: Refusal? = nil,
    counter: Counter? = nil
  ) -> HistoryScene.State {
    HistoryScene.State(
      username: session.user.username, counter: counter ?? main, changes: changes, newest: newest,
      chart: chart, setsAndResets: others, span: span, statistics: statistics,
      alert: refused.map { Alert($0) })
  }

  private func count(_ commands: CountCommand...) async throws {
    _ = try await world.useCases.changeCount(commands, to: main, in: session)
  }

  @Test func `authors are shown where there are members, and if others made changes`()
    async throws
  {
    #expect(try await load(newest: 20).namesAuthors == false)
    let bea = try await world.signedUp("bea")
    _ = try await world.useCases.shareCounter(main, with: "bea", as: .counts, in: session)
    let shared = try await world.useCases.findCounter(named: "ada/main", in: bea)
    _ = try await world.useCases.changeCount([.add(1)], to: main, in: session)
    #expect(try await load(newest: 20).namesAuthors)
    let beas = try await HistoryScene.load(
      shared, newest: 20, by: nil, in: world.context(of: bea))
    #expect(beas.namesAuthors && beas.location == "bea/ada/main")

    _ = try await world.useCases.changeCount([.add(2)], to: shared, in: bea)
    try await world.useCases.deleteAccount(password: secret(TestWorld.password), in: bea, on: nil)
    let state = try await load(newest: 20)
    #expect(state.namesAuthors)
    #expect(state.changes.map(\.author.text) == ["ada", "a former member"])
  }

  @Test func `without a request nothing is shown`() async throws {
    #expect(try await load() == state())
    #expect(HistoryScene.usualLength == 20)
  }

  @Test func `a row is the change itself`() async throws {
    try await count(.add(5))
    world.clock.advance(seconds: 61)
    try await count(.add(-2), .set(40), .reset, .undo, .redo)
    let changes = try await world.store.history(of: main, newest: 20, in: session)
    #expect(try await load(newest: 20) == state(changes: changes, newest: 20))
    #expect(changes.map(\.count) == [5, 3, 40, 0, 40, 0])
    let seconds = changes.map { $0.time.milliseconds / 1_000 }
    #expect(seconds.map { $0 - seconds[0] } == [0, 61, 61, 61, 61, 61])
    guard case .undid(.reset, of: let id) = changes[4].event else {
      Issue.record("\(changes[4].event)")
      return
    }
    #expect(id == changes[3].id)
  }

  @Test(arguments: [(0, []), (1, [3]), (2, [2, 3]), (20, [1, 2, 3])])
  func `the requested number of newest changes is shown`(newest: Int, amounts: [Int64])
    async throws
  {
    try await count(.add(1), .add(2), .add(3))
    #expect(try await load(newest: newest).changes.map(\.amount) == amounts)
  }

  @Test(
    arguments: [
      (.hour, "2026-02-01T13:00", "2026-02-02T01:00", "2026-02-02T02:00"),
      (.day, "2026-01-19T22:00", "2026-01-31T22:00", "2026-02-01T22:00"),
      (.week, "2025-11-02T22:00", "2026-01-25T22:00", "2026-02-01T22:00"),
      (.month, "2024-12-31T22:00", "2025-12-31T22:00", "2026-01-31T22:00"),
      (.year, "2012-12-31T22:00", "2024-12-31T22:00", "2025-12-31T22:00"),
    ] as [(Span, String, String, String)])
  func `a bar begins when its local period begins`(
    span: Span, first: String, last: String, present: String
  ) async throws {
    let starts = try await load(by: span).chart.map(\.start.rfc3339)
    #expect(starts.count == 14)
    #expect(starts.first == "\(first):00Z")
    #expect(starts.suffix(2) == ["\(last):00Z", "\(present):00Z"])
  }

  @Test func `a bar is the sum of the additions of its local day`() async throws {
    // 23:59:59 local time of the previous day, and a second later.
    world.clock.advance(seconds: -(4 * 3_600 + 40 * 60) - 1)
    try await count(.add(5), .add(-1), .set(100))
    world.clock.advance(seconds: 1)
    try await count(.add(-7), .add(50), .undo)
    let loaded = try await load(by: .day)
    let others = SetsAndResets(sets: 1, resets: 0)
    #expect(loaded == state(chart: loaded.chart, span: .day, others: others))
    #expect(loaded.chart.map(\.sum) == Array(repeating: 0, count: 12) + [4, -7])
  }

  @Test func `changes and chart are shown together`() async throws {
    try await count(.add(5))
    let loaded = try await load(newest: 1, by: .month)
    #expect(loaded.changes.count == 1)
    #expect(loaded.chart.last?.start.rfc3339 == "2026-01-31T22:00:00Z")
    let states = await HistoryScene.viewModel(loaded, in: world.context(of: session))
      .perform([.morePressed, .chartRequested(by: .hour)])
    #expect(states.map(\.changes.count) == [1, 1])
    #expect(states.last?.chart.last?.start.rfc3339 == "2026-02-02T02:00:00Z")
    #expect(states.map { $0.statistics?.sum } == [5, 5])
  }

  @Test func `without changes a chart does not read the whole history`() async throws {
    try await count(.add(5))
    #expect(try await load(by: .day).statistics == nil)
    #expect(try await load(newest: 1, by: .day).statistics?.days == 1)
    let states = await (try await viewModel()).perform([.chartRequested(by: .day)])
    #expect(states.map(\.statistics) == [nil])
  }

  @Test func `when the store fails, the old state stays, and the next answer clears the alert`()
    async throws
  {
    try await count(.add(5))
    let changes = try await world.store.history(of: main, newest: 20, in: session)
    let viewModel = try await viewModel(newest: 20)
    world.store.fail(with: .store(.busy(cause: "locked")))
    let refused = state(changes: changes, newest: 20, refused: .store(.busy(cause: "locked")))
    #expect(await viewModel.perform(.chartRequested(by: .day)) == [refused])
    #expect(await viewModel.perform(.morePressed) == [refused])
    world.store.fail(after: 3, with: .store(.busy(cause: "locked")))
    #expect(await viewModel.perform(.morePressed) == [state(changes: changes, newest: 40)])
  }

  @Test func `more shows older changes too, repeatedly`() async throws {
    _ = try await world.useCases.changeCount(
      (1...50).map { .add($0) }, to: main, in: session)
    let viewModel = try await viewModel(newest: 20)
    await viewModel.perform(.morePressed)
    #expect(viewModel.state.changes.map(\.amount) == Array(11...50))
    await viewModel.perform([.morePressed, .morePressed])
    #expect(viewModel.state.changes.count == 50)
    let longest = try await self.viewModel(newest: .max)
    await longest.perform(.morePressed)
    #expect(longest.state.changes.count == 50)
    #expect(longest.state.alert == nil)
  }

  @Test func `an addition is reverted by its number, once per identifier, and the chart follows`()
    async throws
  {
    try await count(.add(5), .add(1))
    let viewModel = HistoryScene.viewModel(
      try await load(newest: 20, by: .day), in: world.context(of: session))
    let revert = HistoryScene.Action.entryReverted("1", id: Change.ID("once"))
    await viewModel.perform([revert, revert])
    #expect(viewModel.state.notice == "Reverted +5 of 2026-02-02 04:40")
    #expect(viewModel.state.changes.map(\.amount) == [5, 1, -5])
    #expect(viewModel.state.counter.count == 1)
    #expect(viewModel.state.chart.last?.sum == 1)
    await viewModel.perform(.entryReverted("1"))
    #expect(viewModel.state.alert == Alert(.revert(.reverted)))
    await viewModel.perform(.entryReverted("9"))
    #expect(viewModel.state.alert == Alert(.noSuchEntry("9")))
    await viewModel.perform(.entryReverted(""))
    #expect(viewModel.state.alert == Alert(.input(.notANumber(""))))
  }

  @Test func `a revert that leads to the target says so, and rings`() async throws {
    try await count(.add(-2), .add(5))
    _ = try await world.useCases.setTarget(Target(5), of: main, in: session)
    let viewModel = try await viewModel(newest: 20)
    await viewModel.perform(.entryReverted("1"))
    #expect(viewModel.state.notice == "Reverted -2 of 2026-02-02 04:40. Target reached")
    #expect(viewModel.state.targetsReached == 1)
  }

  @Test func `somebody who only views is not offered a revert, and cannot do one`() async throws {
    let bea = try await world.signedUp("bea")
    _ = try await world.useCases.shareCounter(main, with: "bea", as: .views, in: session)
    let shared = try await world.useCases.findCounter(named: "ada/main", in: bea)
    try await count(.add(5))
    let viewModel = HistoryScene.viewModel(
      try await HistoryScene.load(
        shared, newest: 20, by: nil, in: world.context(of: bea)), in: world.context(of: bea))
    #expect(viewModel.state.choices == [.bars, .more])
    await viewModel.perform(.entryReverted("1"))
    #expect(viewModel.state.alert == Alert(.ownerOnly(session.user.username)))
  }

  @Test func `a revert in a counter that is gone leaves the scene`() async throws {
    let viewModel = try await viewModel(newest: 20)
    try await world.useCases.deleteCounter(main, confirmation: "main", in: session)
    #expect(await viewModel.exits(after: .entryReverted("1")) == [.taken(.lost(main))])
  }

  @Test func `going back leads to the counter`() async throws {
    #expect(try await viewModel().exits(after: .backPressed) == [.taken(.back(to: main))])
  }

  @Test func `an ended session leaves the scene`() async throws {
    let viewModels = [try await viewModel(), try await viewModel()]
    try await world.useCases.logOut(session)
    #expect(await viewModels[0].exits(after: .morePressed) == [.sessionEnded])
    #expect(await viewModels[1].exits(after: .chartRequested(by: .day)) == [.sessionEnded])
    await #expect(throws: Refusal.notLoggedIn) { try await load(newest: 20) }
  }
}
