import Domain
import Doubles
import Foundation
import Testing

@Suite(.limited) struct ChartCountsTests {
  private let hour: Int64 = 60 * 60

  @Test func `a bar sums the additions of its period that were not undone`() async throws {
    let world = TestWorld()
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    _ = try await world.useCases.changeCount([.add(3), .add(4), .add(-1)], to: main, in: session)
    world.clock.advance(seconds: 24 * hour)
    _ = try await world.useCases.changeCount(
      [.undo, .undo, .redo, .set(100), .reset], to: main, in: session)
    world.clock.advance(seconds: 24 * hour)
    _ = try await world.useCases.changeCount([.add(10), .undo, .add(20)], to: main, in: session)
    let bars = try await world.useCases.chartCounts(of: main, by: .day, last: 4, in: session)
    #expect(bars.map(\.sum) == [0, 7, 0, 20])
    let monday = Timestamp(milliseconds: 1_769_990_400_000)
    #expect(bars.map(\.start) == (-1...2).map { monday.adding(seconds: $0 * 24 * hour) })
  }

  @Test func `a chart has 14 bars by default, and the present one is the last`() async throws {
    let world = TestWorld()
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    _ = try await world.useCases.changeCount([.add(1)], to: main, in: session)
    for span in Span.allCases {
      let bars = try await world.useCases.chartCounts(of: main, by: span, in: session)
      #expect(bars.map(\.sum) == Array(repeating: 0, count: 13) + [1])
    }
  }

  @Test func `a change at a boundary belongs to the bar that begins there`() async throws {
    let world = TestWorld()
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let midnight = Timestamp(milliseconds: 1_770_076_800_000)
    world.clock.now = Timestamp(milliseconds: midnight.milliseconds - 1)
    _ = try await world.useCases.changeCount([.add(1)], to: main, in: session)
    world.clock.now = midnight
    _ = try await world.useCases.changeCount([.add(2)], to: main, in: session)
    let bars = try await world.useCases.chartCounts(of: main, by: .day, last: 2, in: session)
    #expect(bars.map(\.sum) == [1, 2])
  }

  @Test func `what is counted by days follows the account's own, and hours do not`() async throws {
    let world = TestWorld()
    let useCases = world.useCases
    let ada = try await world.signedUp()
    let bea = try await world.signedUp("bea")
    let main = try await world.openCounter(in: ada)
    _ = try await useCases.shareCounter(main, with: "bea", as: .counts, in: ada)
    let midnight = Timestamp(milliseconds: 1_770_076_800_000)
    let begin = try DayStart(typed: "06:30")
    for (seconds, amount) in [(-1, 1), (6 * hour + 1_799, 2), (6 * hour + 1_800, 4)] {
      world.clock.now = midnight.adding(seconds: seconds)
      _ = try await useCases.changeCount([.add(Int64(amount))], to: main, in: ada)
    }
    try await useCases.counters.setDayStart(begin, in: ada)
    func sums(_ span: Span, in session: Session) async throws -> [Int64?] {
      try await useCases.chartCounts(of: main, by: span, last: 2, in: session).map(\.sum)
    }
    #expect(try await sums(.day, in: ada) == [3, 4])
    #expect(try await sums(.day, in: bea) == [1, 6])
    #expect(try await sums(.hour, in: ada) == [0, 6])
    func today(in session: Session) async throws -> [Int64?] {
      let listed = try await useCases.summarizeCounters(in: session)
      let member = try await useCases.members(of: main, in: session).first?.recent
      let part = try await useCases.parts(of: main, in: session).first?.sum
      return [listed.first { $0.id == main.id }?.change, member, part]
    }
    #expect(try await today(in: ada) == [4, 4, 4])
    #expect(try await today(in: bea) == [6, 6, 6])
    let statistics = try await useCases.statistics(of: main, in: ada)
    #expect(statistics.days == 2 && statistics.best?.sum == 4)
    #expect(statistics.weekdays[0] == 3 && statistics.weekdays[1] == 4)
    #expect(statistics.lastDay == midnight.adding(seconds: 6 * hour + 1_800))
  }

  @Test func `a chart of a period has the changes in it alone, and as many bars as it needs`()
    async throws
  {
    let world = TestWorld()
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let noon = Timestamp(milliseconds: 1_770_120_000_000)
    // One change an hour, for 40 days.
    for number in 0..<40 * 24 {
      world.clock.now = noon.adding(seconds: Int64(number) * hour)
      _ = try await world.useCases.changeCount([.add(1)], to: main, in: session)
    }
    func bars(_ span: Span, _ since: Int64?, _ until: Int64?, last: Int = 2) async throws
      -> [ChartBar]
    {
      try await world.useCases.chartCounts(
        of: main, by: span, last: last, since: since.map { noon.adding(seconds: $0 * hour) },
        until: until.map { noon.adding(seconds: $0 * hour) }, in: session)
    }
    let days = try await bars(.day, 3, 51)
    #expect(days.map(\.sum) == [9, 24, 15])
    #expect(days.first?.start == noon.adding(seconds: 3 * hour))
    #expect(try await bars(.day, 12, 36).map(\.sum) == [24])
    #expect(try await bars(.day, nil, 36, last: 3).map(\.sum) == [0, 12, 24])
    #expect(try await bars(.day, 0, nil).compactMap(\.sum).reduce(0, +) == 960)
    #expect(try await bars(.hour, 0, nil).count == 960)
    #expect(try await bars(.day, 3, 51, last: 0).count == 3)
    #expect(try await bars(.day, 2, 1) == [])
    #expect(try await bars(.day, 2, 2) == [])
    #expect(try await bars(.hour, 5, 5) == [])
    #expect(try await bars(.hour, 6, 5) == [])
    #expect(try await bars(.month, 2_000, nil) == [])
    await #expect(throws: Refusal.chartTooLong) { try await bars(.hour, -10_000, nil) }
  }

  @Test func `a chart of years begins with the first`() async throws {
    let world = TestWorld()
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let bars = try await world.useCases.chartCounts(of: main, by: .year, last: 9_000, in: session)
    #expect(bars.count == 2_026)
    #expect(bars.first?.start.rfc3339 == "0001-01-01T00:00:00Z")
  }

  @Test func `a sum outside the 64-bit range is nil`() async throws {
    let world = TestWorld()
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    _ = try await world.useCases.changeCount(
      [.add(.max), .reset, .add(.max), .reset], to: main, in: session)
    world.clock.advance(seconds: 24 * hour)
    _ = try await world.useCases.changeCount(
      [.set(-1), .reset, .add(-.max), .set(-1), .reset, .add(-.max)], to: main, in: session)
    world.clock.advance(seconds: 24 * hour)
    _ = try await world.useCases.changeCount(
      [.set(-1), .reset, .add(-5), .add(-.max + 4)], to: main, in: session)
    let bars = try await world.useCases.chartCounts(of: main, by: .day, last: 3, in: session)
    #expect(bars.map(\.sum) == [nil, nil, .min])
  }

  @Test func `days follow the local clock when daylight saving changes`() async throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let world = TestWorld(calendar: FixedCalendar(timeZone: berlin))
    let noonAfterTheChange = Timestamp(milliseconds: 1_774_864_800_000)
    world.clock.now = noonAfterTheChange
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let bars = try await world.useCases.chartCounts(of: main, by: .day, last: 3, in: session)
    let lengths = zip(bars, bars.dropFirst()).map {
      ($1.start.milliseconds - $0.start.milliseconds) / 1_000
    }
    #expect(lengths == [24 * hour, 23 * hour])
  }

  @Test func `an ended session and a failing store return no chart`() async throws {
    let world = TestWorld()
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    try await world.useCases.logOut(session)
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.useCases.chartCounts(of: main, by: .day, in: session)
    }
    world.store.failOnce(with: .store(.damaged(cause: "torn")))
    await #expect(throws: Refusal.store(.damaged(cause: "torn"))) {
      try await world.useCases.chartCounts(of: main, by: .day, in: session)
    }
  }
}
