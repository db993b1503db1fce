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
