import Domain
import Doubles
import Foundation
import Testing

@Suite(.limited) struct StatisticsTests {
  /// A Monday.
  private static let monday = Timestamp(milliseconds: 1_769_990_400_000)

  /// Statistics after additions on days from `monday` on, at noon, seen on the last one or `today`.
  private func statistics(
    _ days: [Int64: [CountCommand]], today: Int64? = nil, since: Int64? = nil, until: Int64? = nil,
    target: Target? = nil, in calendar: FixedCalendar = FixedCalendar()
  ) async throws -> Statistics {
    let world = TestWorld(calendar: calendar)
    func noon(_ day: Int64) -> Timestamp { Self.monday.adding(seconds: (day * 24 + 12) * 3_600) }
    world.clock.now = noon(0)
    var main = try await world.openCounter(in: try await world.signedUp())
    main.target = target
    for (day, commands) in days.sorted(by: { $0.key < $1.key }) {
      world.clock.now = noon(day)
      let session = try await world.loggedIn().session
      _ = try await world.useCases.changeCount(commands, to: main, in: session)
    }
    if let today { world.clock.now = noon(today) }
    let session = try await world.loggedIn().session
    return try await world.useCases.statistics(
      of: main, since: since.map { Self.monday.adding(seconds: $0 * 24 * 3_600) },
      until: until.map { Self.monday.adding(seconds: $0 * 24 * 3_600) }, in: session)
  }

  @Test(
    arguments: [
      (nil, 4, 4), (Target(3, in: daily), 2, 2), (Target(9, in: daily), 0, 0),
      (Target(3, isLimit: true, in: daily), 0, 2), (Target(4, isLimit: true, in: daily), 10, 10),
      (Target(2, isLimit: true, in: daily), 0, 2), (Target(3), 4, 4),
      (Target(3, in: Target.Period(.week, zone: "UTC0")), 4, 4),
    ] as [(Target?, Int64, Int64)])
  func `days in a row are those on which a daily target was reached, or a daily limit kept`(
    target: Target?, streak: Int64, longest: Int64
  ) async throws {
    // Nothing is counted on the fifth day and the sixth, and the last is today.
    let sums: [Int64: [CountCommand]] = [
      0: [.add(4)], 1: [.add(1)], 2: [.add(3)], 3: [.add(4)], 6: [.add(4)], 7: [.set(50), .add(2)],
      8: [.add(3)], 9: [.add(4)],
    ]
    let statistics = try await statistics(sums, target: target)
    #expect(statistics.streak == streak && statistics.longestStreak == longest, "\(statistics)")
  }

  private static let daily = Target.Period(.day, zone: "UTC0")

  @Test(
    arguments: [
      (Target(3, in: daily), nil, 0), (Target(3, in: lateDaily), nil, 1),
      (Target(3, in: Target.Period(.day, zone: "EST5")), nil, 1),
      (Target(3, in: Target.Period(.day, zone: "JST-9")), nil, 0),
      (Target(3, in: lateDaily), 24, 1), (Target(4, isLimit: true, in: lateDaily), 24, 1),
      (Target(3, isLimit: true, in: lateDaily), 24, 0), (Target(3, in: daily), 24, 0),
    ] as [(Target, Int64?, Int64)])
  func `a daily target is judged by its own whole days, whoever asks, and from whatever time on`(
    target: Target, since hour: Int64?, streak: Int64
  ) async throws {
    let world = TestWorld(calendar: FixedCalendar())
    world.clock.now = Self.monday.adding(seconds: 13 * 3_600)
    let session = try await world.signedUp()
    var main = try await world.openCounter(in: session)
    main.target = target
    _ = try await world.useCases.changeCount([.add(2)], to: main, in: session)
    world.clock.now = Self.monday.adding(seconds: 26 * 3_600)
    _ = try await world.useCases.changeCount([.add(2)], to: main, in: session)
    let statistics = try await world.useCases.statistics(
      of: main, since: hour.map { Self.monday.adding(seconds: $0 * 3_600) }, in: session)
    #expect(statistics.streak == streak && statistics.longestStreak == streak, "\(statistics)")
    #expect(statistics.sum == (hour == nil ? 4 : 2))
  }

  private static let lateDaily = Target.Period(
    .day, zone: "UTC0", dayStart: DayStart(minutes: 360) ?? .midnight)

  @Test func `days are counted from the first with a sum to today`() async throws {
    let statistics = try await statistics(
      [2: [.set(40)], 3: [.add(5), .add(-1), .undo]], today: 6)
    #expect(statistics.start == Self.monday.adding(seconds: 3 * 24 * 3_600))
    #expect(statistics.days == 4 && statistics.sum == 5 && statistics.average == "1.25")
    let undone = try await self.statistics([0: [.add(9), .undo], 300: [.add(5)]])
    #expect(undone.days == 1 && undone.average == "5")
    #expect(statistics.weekdays == [0, 0, 0, 5, 0, 0, 0])
  }

  @Test func `a period has its days and its changes alone`() async throws {
    let week: [Int64: [CountCommand]] = [0: [.add(1)], 1: [.add(10)], 3: [.add(100)], 4: [.add(7)]]
    let middle = try await statistics(week, today: 9, since: 1, until: 4)
    #expect(middle.start == Self.monday.adding(seconds: 24 * 3_600))
    #expect(middle.days == 3 && middle.sum == 110 && middle.average == "36.67")
    #expect(try await statistics(week, today: 9, since: -7).days == 17)
    #expect(try await statistics(week, today: 9, until: 2).days == 2)
    let none = try await statistics(week, since: 3, until: 3)
    #expect(none.days == 0 && none.sum == 0 && none.average == nil && none.best == nil)
    #expect(try await statistics(week, since: 3, until: 1).days == 0)
    #expect(try await statistics(week, since: 30).days == 0)
    #expect(try await statistics(week, until: -1).days == 0)
  }

  @Test func `a counter without changes has no days`() async throws {
    let statistics = try await statistics([:])
    #expect(statistics.days == 0 && statistics.sum == 0 && statistics.average == nil)
    #expect(statistics.best == nil && statistics.streak == 0 && statistics.longestStreak == 0)
  }

  @Test func `days after today are not counted`() async throws {
    let statistics = try await statistics([0: [.add(1)], 1: [.add(3)]], until: 40)
    #expect(statistics.days == 2 && statistics.average == "2" && statistics.streak == 2)
  }

  @Test func `the best day is the first with the greatest sum above 0`() async throws {
    let best = try await statistics([0: [.add(3)], 1: [.add(9), .add(-1)], 2: [.add(8)]]).best
    #expect(best == ChartBar(start: Self.monday.adding(seconds: 24 * 3_600), sum: 8))
    #expect(try await statistics([0: [.add(-3)], 1: [.set(9)]]).best == nil)
  }

  @Test(
    arguments: [
      ([0, 1, 2], 2, 3, 3), ([0, 1, 2], 3, 3, 3), ([0, 1, 2], 4, 0, 3), ([0, 1, 3, 4], 4, 2, 2),
      ([0, 1, 2, 4], 5, 1, 3), ([6, 7, 8], 8, 3, 3),
    ] as [([Int64], Int64, Int64, Int64)])
  func `days in a row end today, or yesterday while nothing is added today`(
    days: [Int64], today: Int64, streak: Int64, longest: Int64
  ) async throws {
    let additions = Dictionary(uniqueKeysWithValues: days.map { ($0, [CountCommand.add(1)]) })
    let statistics = try await statistics(additions, today: today)
    #expect(statistics.streak == streak && statistics.longestStreak == longest)
  }

  @Test func `a day without a sum above 0 ends the days in a row`() async throws {
    let undone: [CountCommand] = [.add(1), .undo]
    let statistics = try await statistics([0: [.add(1)], 1: undone, 2: [.add(-1)], 3: [.add(1)]])
    #expect(statistics.streak == 1 && statistics.longestStreak == 1)
  }

  @Test func `each day of the week has its sum`() async throws {
    let days = (0...13 as ClosedRange<Int64>).map { ($0, [CountCommand.add(1 << $0)]) }
    let statistics = try await statistics(Dictionary(uniqueKeysWithValues: days))
    #expect(statistics.weekdays == (0...6).map { 129 << $0 })
  }

  @Test(
    arguments: [
      (1, 0, "1"), (1, 1, "0.5"), (1, 2, "0.33"), (2, 2, "0.67"), (1, 7, "0.13"), (-1, 7, "-0.13"),
      (1, 199, "0.01"), (1, 200, "0"), (-1, 200, "0"), (21, 19, "1.05"), (-12, 7, "-1.5"),
      (.max, 0, "9223372036854775807"),
    ] as [(Int64, Int64, String)])
  func `an average is rounded to hundredths`(sum: Int64, today: Int64, average: String) async throws
  {
    #expect(try await statistics([0: [.add(sum)]], today: today).average == average)
  }

  @Test func `sums outside the 64-bit range are nil`() async throws {
    let most: [CountCommand] = [.add(.max), .reset]
    let twice = try await statistics([0: most, 1: most])
    #expect(twice.sum == nil && twice.average == nil && twice.best?.sum == .max)
    #expect(twice.weekdays == [.max, .max, 0, 0, 0, 0, 0])
    let once = try await statistics([0: most + most, 1: [.add(1)]])
    #expect(once.sum == nil && once.best?.start == Self.monday && once.best?.sum == nil)
    #expect(once.weekdays == [nil, 1, 0, 0, 0, 0, 0] && once.streak == 2)
    let least: [CountCommand] = [.add(-.max), .reset]
    let cancelled = try await statistics([0: most, 1: least + least, 2: [.add(5)]])
    #expect(cancelled.sum == -.max + 5 && cancelled.weekdays[1] == nil)
    #expect(cancelled.best?.sum == .max && cancelled.streak == 1)
  }

  @Test func `days follow the local clock when daylight saving changes`() async throws {
    // The clock is put forward on the 55th day after the Monday.
    let berlin = FixedCalendar(timeZone: try #require(TimeZone(identifier: "Europe/Berlin")))
    let additions = (50...60 as ClosedRange<Int64>).map { ($0, [CountCommand.add(1)]) }
    let statistics = try await statistics(
      Dictionary(uniqueKeysWithValues: additions), in: berlin)
    #expect(statistics.days == 11 && statistics.streak == 11 && statistics.average == "1")
    #expect(statistics.weekdays == [1, 2, 2, 2, 2, 1, 1])
  }

  @Test func `a date that the zone skips ends no row`() async throws {
    let apia = FixedCalendar(timeZone: try #require(TimeZone(identifier: "Pacific/Apia")))
    let world = TestWorld(calendar: apia)
    func noon(_ date: Int) throws -> Timestamp {
      try #require(
        apia.moment(
          of: CivilTime(year: 2011, month: 12, day: date, hour: 12, minute: 0, second: 0)))
    }
    world.clock.now = try noon(28)
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    // There was no 30 December 2011.
    for date in [28, 29, 31] {
      world.clock.now = try noon(date)
      _ = try await world.useCases.changeCount([.add(1)], to: main, in: session)
    }
    let statistics = try await world.useCases.statistics(of: main, in: session)
    #expect(statistics.streak == 3 && statistics.longestStreak == 3)
  }
}
