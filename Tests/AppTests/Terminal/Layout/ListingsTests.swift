import Domain
import Doubles
import Foundation
import Testing

@testable import Presentation
@testable import Terminal

@Suite(.limited) struct ListingsTests {
  private static let time = Timestamp(milliseconds: 1_795_251_600_000)

  private func summary(
    _ name: String, _ count: Int64, today: Int64?, of owner: String = "ada",
    _ permission: Role.Permission? = nil, target: Target? = nil, at time: Timestamp? = nil
  ) throws -> CounterSummary {
    CounterSummary(
      counter: Counter(
        id: 1, name: CounterName(text: name, key: name), owner: try Username(owner),
        permission: permission, count: count, changedAt: time, target: target), change: today)
  }

  @Test func `a list has names, counts, targets, today's sums and last changes`() throws {
    let table = Table(
      listing: [
        try summary("coffee", 5, today: 2, at: Self.time), try summary("tea", 0, today: 0),
        try summary("door", 118, today: -3, of: "bea", .counts, target: 120, at: Self.time),
        try summary("hall", 123, today: nil, of: "bea", .views, target: 120, at: Self.time),
      ], in: FixedCalendar())
    #expect(
      table.lines(on: .plain()) == [
        "coffee      5                             +2 today  2026-11-21 09:00",
        "tea         0                              0 today  never",
        "bea/door  118  of 120                     -3 today  2026-11-21 09:00",
        "bea/hall  123  of 120, 3 over  today: out of range  2026-11-21 09:00",
      ])
  }

  @Test func `a list without targets has no column for them`() throws {
    let table = Table(listing: [try summary("tea", 7, today: 7)], in: FixedCalendar())
    #expect(table.lines(on: .plain()) == ["tea  7  +7 today  never"])
  }

  @Test func `members are in columns, with what they added`() throws {
    let table = Table(
      members: [
        Member(username: try Username("ada"), permission: nil, recent: 3, total: 42),
        Member(username: try Username("bea"), permission: .counts, recent: 0, total: nil),
        Member(username: try Username("carl"), permission: .views, recent: -1, total: 0),
      ])
    #expect(
      table.lines(on: .plain()) == [
        "ada   owner   +3 today            +42 in all",
        "bea   counts   0 today  in all: out of range",
        "carl  views   -1 today              0 in all",
      ])
  }

  @Test func `a history with authors names who made each change, with names escaped`() {
    let change = Change(
      number: 7, id: Change.ID("b"), time: Self.time, event: .made(.add(5)), amount: 5, count: 5,
      author: .imported("ca\u{1B}rl"))
    let table = Table(history: [change], in: FixedCalendar(), namingAuthors: true)
    #expect(table.lines(on: .plain()) == ["7  2026-11-21 09:00:00  +5  5  by ca\\u{1B}rl"])
  }

  @Test func `a history has numbers, times, changes, counts and notes, with notes escaped`() throws
  {
    let event = Change.Event.undid(.add(5), of: Change.ID("a"))
    let change = Change(
      number: 7, id: Change.ID("b"), time: Self.time, event: event, amount: -5, count: 0,
      author: .former, note: Note(stored: "bus\u{1B} 12"))
    let table = Table(history: [change], in: FixedCalendar())
    #expect(table.lines(on: .plain()) == ["7  2026-11-21 09:00:00  undo +5  0  bus\\u{1B} 12"])
    #expect(
      table.rows == [
        ["7", "2026-11-21 09:00:00", "undo +5", "0", "bus\u{1B} 12"]
      ])
  }

  @Test func `a chart shows the hour only for hours`() {
    let bars = [ChartBar(start: Self.time, sum: 7)]
    let labels = Span.allCases.map { BarChart(bars, by: $0, in: FixedCalendar()).bars.map(\.label) }
    #expect(labels == [["2026-11-21 09:00"]] + Array(repeating: ["2026-11-21"], count: 4))
  }

  @Test func `a history is in columns, with local times`() throws {
    let calendar = FixedCalendar(timeZone: try #require(TimeZone(secondsFromGMT: 7_200)))
    func change(_ event: Change.Event, _ count: Int64, after seconds: Int64 = 61) -> Change {
      Change(
        number: count, id: Change.ID("\(count)"), time: Self.time.adding(seconds: seconds),
        event: event,
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
        " 5  2026-11-21 11:00:00  +5                         5",
        " 3  2026-11-21 11:01:01  -2                         3",
        "40  2026-11-21 11:01:01  set 40                    40",
        " 0  2026-11-21 11:01:01  reset                      0",
        "40  2026-11-21 11:01:01  undo reset                40",
        " 0  2026-11-21 11:01:01  redo import of 2 changes   0",
      ])
  }

  @Test func `an account shows its creation date and other sessions`() throws {
    var state = AccountScene.State(username: try Username("ada"), since: Self.time)
    func details() -> [String] { state.details(in: FixedCalendar(), on: .plain()) }
    #expect(
      details() == [
        "ada", "Since 2026-11-21", "Your day begins at midnight", "Logged in nowhere else",
      ])
    state.dayStart = try DayStart(typed: "6:05")
    state.otherSessions = [("pts/3", 0), ("a script", -86_400)].map { place, seconds in
      SessionSummary(
        place: place, createdAt: Self.time, lastUsedAt: Self.time.adding(seconds: seconds))
    }
    #expect(
      details() == [
        "ada", "Since 2026-11-21", "Your day begins at 06:05", "Also logged in:",
        "  pts/3     last used 2026-11-21",
        "  a script  last used 2026-11-20",
      ])
  }
}
