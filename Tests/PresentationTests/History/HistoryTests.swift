import Domain
import Doubles
import Foundation
import Testing

@testable import Presentation

@MainActor
@Suite struct HistoryTests {
  private let world: TestWorld
  private let session: Session
  private let main: Counter

  init() async throws {
    // Two hours ahead of UTC, where the clock shows Monday, 2026-02-02 02:40.
    world = TestWorld(days: FixedDays(timeZone: try #require(TimeZone(secondsFromGMT: 7_200))))
    session = try await world.signedUp()
    main = try await world.openCounter(in: session)
  }

  private func load(newest: Int = 0, by span: Span? = nil) async throws -> HistoryScene.State {
    try await HistoryConfigurator.load(
      main, newest: newest, by: span, in: world.context(of: session))
  }

  private func viewModel(newest: Int = 0) async throws -> SceneViewModel<HistoryScene> {
    HistoryConfigurator.viewModel(
      try await load(newest: newest), of: main, in: world.context(of: session))
  }

  private func state(
    rows: [[String]] = [], newest: Int = 0, bars: [(String, Int64)] = [], span: Span? = nil,
    refused: Refusal? = nil
  ) -> HistoryScene.State {
    HistoryScene.State(
      username: session.user.username, name: "main",
      changes: Table(alignments: [.left, .left, .right], rows: rows),
      newest: newest, chart: BarChart(bars: bars.map { BarChart.Bar(label: $0.0, value: $0.1) }),
      span: span, alert: refused.map { Alert($0) })
  }

  private func count(_ commands: CountCommand...) async throws {
    _ = try await world.useCases.changeCount(commands, to: main, in: session)
  }

  @Test func `nothing is shown where nothing is asked for`() async throws {
    #expect(try await load() == state())
    #expect(HistoryScene.usualLength == 20)
  }

  @Test func `a row says when in local time, what it was, and the count after`() async throws {
    try await count(.add(5))
    world.clock.advance(seconds: 61)
    try await count(.add(-2), .set(40), .reset, .undo, .redo)
    let rows = [
      ["2026-02-02 04:40:00", "+5", "5"],
      ["2026-02-02 04:41:01", "-2", "3"],
      ["2026-02-02 04:41:01", "set 40", "40"],
      ["2026-02-02 04:41:01", "reset", "0"],
      ["2026-02-02 04:41:01", "undo reset", "40"],
      ["2026-02-02 04:41:01", "redo reset", "0"],
    ]
    let loaded = try await load(newest: 20)
    #expect(loaded == state(rows: rows, newest: 20))
    #expect(
      loaded.changes.lines(on: .plain()) == [
        "2026-02-02 04:40:00  +5           5",
        "2026-02-02 04:41:01  -2           3",
        "2026-02-02 04:41:01  set 40      40",
        "2026-02-02 04:41:01  reset        0",
        "2026-02-02 04:41:01  undo reset  40",
        "2026-02-02 04:41:01  redo reset   0",
      ])
  }

  @Test(arguments: [(0, []), (1, ["+3"]), (2, ["+2", "+3"]), (20, ["+1", "+2", "+3"])])
  func `the newest changes are shown, as many as were asked for`(newest: Int, words: [String])
    async throws
  {
    try await count(.add(1), .add(2), .add(3))
    #expect(try await load(newest: newest).changes.rows.map { $0[1] } == words)
  }

  @Test(
    arguments: [
      (.hour, "2026-02-01 15:00", "2026-02-02 03:00", "2026-02-02 04:00"),
      (.day, "2026-01-20", "2026-02-01", "2026-02-02"),
      (.week, "2025-11-03", "2026-01-26", "2026-02-02"),
      (.month, "2025-01-01", "2026-01-01", "2026-02-01"),
    ] as [(Span, String, String, String)])
  func `a bar is called by the day it begins on, by hours also by the time`(
    span: Span, first: String, last: String, present: String
  ) async throws {
    let labels = try await load(by: span).chart.bars.map(\.label)
    #expect(labels.count == 14)
    #expect(labels.first == first)
    #expect(labels.suffix(2) == [last, present])
  }

  @Test func `a bar is the sum of what was added in its local day`() async throws {
    // 23:59:59 local time of the day before, and a second later.
    world.clock.advance(seconds: -(4 * 3_600 + 40 * 60) - 1)
    try await count(.add(5), .add(-1), .set(100))
    world.clock.advance(seconds: 1)
    try await count(.add(-7), .add(50), .undo)
    let loaded = try await load(by: .day)
    let days = (20...31).map { "2026-01-\($0)" }
    let empty = days.map { ($0, Int64(0)) }
    #expect(loaded == state(bars: empty + [("2026-02-01", 4), ("2026-02-02", -7)], span: .day))
  }

  @Test func `changes and chart stand beside each other`() async throws {
    try await count(.add(5))
    let loaded = try await load(newest: 1, by: .month)
    #expect(loaded.changes.rows.count == 1)
    #expect(loaded.chart.bars.last?.label == "2026-02-01")
    let states = await HistoryConfigurator.viewModel(
      loaded, of: main, in: world.context(of: session)
    ).perform([.morePressed, .chartRequested(by: .hour)])
    #expect(states.map(\.changes.rows.count) == [1, 1])
    #expect(states.last?.chart.bars.last?.label == "2026-02-02 04:00")
  }

  @Test func `what was shown stays when the store fails, and the next answer takes its alert away`()
    async throws
  {
    try await count(.add(5))
    let rows = [["2026-02-02 04:40:00", "+5", "5"]]
    let viewModel = try await viewModel(newest: 20)
    world.store.fail(with: .storeBusy(cause: "locked"))
    let refused = state(rows: rows, newest: 20, refused: .storeBusy(cause: "locked"))
    #expect(await viewModel.perform(.chartRequested(by: .day)) == [refused])
    #expect(await viewModel.perform(.morePressed) == [refused])
    world.store.fail(after: 2, with: .storeBusy(cause: "locked"))
    #expect(await viewModel.perform(.morePressed) == [state(rows: rows, newest: 40)])
  }

  @Test func `more shows older changes too, as often as it is asked for`() async throws {
    _ = try await world.useCases.changeCount(
      (1...50).map { .add($0) }, to: main, in: session)
    let viewModel = try await viewModel(newest: 20)
    await viewModel.perform(.morePressed)
    #expect(viewModel.state.changes.rows.map { $0[1] } == (11...50).map { "+\($0)" })
    await viewModel.perform([.morePressed, .morePressed])
    #expect(viewModel.state.changes.rows.count == 50)
    let longest = try await self.viewModel(newest: .max)
    await longest.perform(.morePressed)
    #expect(longest.state.changes.rows.count == 50)
    #expect(longest.state.alert == nil)
  }

  @Test func `going back leads to the counter`() async throws {
    #expect(try await viewModel().exits(after: .backPressed) == [.taken(.back(to: main))])
  }

  @Test func `an ended session leads out of the scene`() async throws {
    let viewModels = [try await viewModel(), try await viewModel()]
    try await world.useCases.logOut(session)
    #expect(await viewModels[0].exits(after: .morePressed) == [.sessionEnded])
    #expect(await viewModels[1].exits(after: .chartRequested(by: .day)) == [.sessionEnded])
    await #expect(throws: Refusal.notLoggedIn) { try await load(newest: 20) }
  }
}
