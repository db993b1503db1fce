import Domain
import Doubles
import Foundation
import Testing

@testable import App
@testable import Presentation

@Suite struct ListingsTests {
  private static let time = Timestamp(milliseconds: 1_795_251_600_000)

  @Test func `a list has names, counts and last changes`() throws {
    let ada = try Username("ada")
    let counters = [
      Counter(
        id: 1, name: CounterName(text: "coffee", key: "coffee"), owner: ada, count: 5,
        changedAt: Self.time),
      Counter(
        id: 2, name: CounterName(text: "tea", key: "tea"), owner: ada, count: 0,
        changedAt: nil),
    ]
    #expect(
      Table(listing: counters, in: FixedCalendar()).rows == [
        ["coffee", "5", "2026-11-21 09:00"], ["tea", "0", "never"],
      ])
  }

  @Test func `a history has times, changes and counts`() throws {
    let event = Change.Event.undid(.add(5), of: Change.ID("a"))
    let change = Change(
      id: Change.ID("b"), time: Self.time, event: event, amount: -5, count: 0,
      author: .former)
    #expect(
      Table(history: [change], in: FixedCalendar()).rows == [
        ["2026-11-21 09:00:00", "undo +5", "0"]
      ])
  }

  @Test func `a chart shows the hour only for hours`() {
    let bars = [ChartBar(start: Self.time, sum: 7)]
    let labels = Span.allCases.map { BarChart(bars, by: $0, in: FixedCalendar()).bars.map(\.label) }
    #expect(labels == [["2026-11-21 09:00"], ["2026-11-21"], ["2026-11-21"], ["2026-11-21"]])
  }

  @Test func `a history is in columns, with local times`() throws {
    let calendar = FixedCalendar(timeZone: try #require(TimeZone(secondsFromGMT: 7_200)))
    func change(_ event: Change.Event, _ count: Int64, after seconds: Int64 = 61) -> Change {
      Change(
        id: Change.ID("\(count)"), time: Self.time.adding(seconds: seconds), event: event,
        amount: 0, count: count, author: .former)
    }
    let table = Table(
      history: [
        change(.made(.add(5)), 5, after: 0), change(.made(.add(-2)), 3),
        change(.made(.set(40)), 40), change(.made(.reset), 0),
        change(.undid(.reset, of: Change.ID("0")), 40),
        change(.redid(.imported(changes: 2), of: Change.ID("0")), 0),
      ], in: calendar)
    #expect(
      table.lines(on: .plain()) == [
        "2026-11-21 11:00:00  +5                         5",
        "2026-11-21 11:01:01  -2                         3",
        "2026-11-21 11:01:01  set 40                    40",
        "2026-11-21 11:01:01  reset                      0",
        "2026-11-21 11:01:01  undo reset                40",
        "2026-11-21 11:01:01  redo import of 2 changes   0",
      ])
  }

  @Test func `an account shows its creation date and other sessions`() throws {
    var state = AccountScene.State(username: try Username("ada"), since: Self.time)
    func details() -> [String] { state.details(in: FixedCalendar(), on: .plain()) }
    #expect(details() == ["ada", "Since 2026-11-21", "Logged in nowhere else"])
    state.otherSessions = [("pts/3", 0), ("a script", -86_400)].map { place, seconds in
      SessionSummary(
        place: place, createdAt: Self.time, lastUsedAt: Self.time.adding(seconds: seconds))
    }
    #expect(
      details() == [
        "ada", "Since 2026-11-21", "Also logged in:", "  pts/3     last used 2026-11-21",
        "  a script  last used 2026-11-20",
      ])
  }
}
