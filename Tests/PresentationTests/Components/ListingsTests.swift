import Domain
import Doubles
import Presentation
import Testing

@Suite struct ListingsTests {
  private static let time = Timestamp(milliseconds: 1_795_251_600_000)

  @Test func `a list has names, counts and last changes`() {
    let counters = [
      Counter(
        id: 1, name: CounterName(text: "coffee", key: "coffee"), count: 5, changedAt: Self.time),
      Counter(id: 2, name: CounterName(text: "tea", key: "tea"), count: 0, changedAt: nil),
    ]
    #expect(
      Table(listing: counters, in: FixedDays()).rows == [
        ["coffee", "5", "2026-11-21 09:00"], ["tea", "0", "never"],
      ])
  }

  @Test func `a history has times, changes and counts`() {
    let event = Change.Event.undid(.add(5), of: Change.ID("a"))
    let change = Change(id: Change.ID("b"), time: Self.time, event: event, amount: -5, count: 0)
    #expect(
      Table(history: [change], in: FixedDays()).rows == [["2026-11-21 09:00:00", "undo +5", "0"]])
  }

  @Test func `a chart has a label with the hour only for hours`() {
    let bars = [ChartBar(start: Self.time, sum: 7)]
    let labels = Span.allCases.map { BarChart(bars, by: $0, in: FixedDays()).bars.map(\.label) }
    #expect(labels == [["2026-11-21 09:00"], ["2026-11-21"], ["2026-11-21"], ["2026-11-21"]])
  }
}
