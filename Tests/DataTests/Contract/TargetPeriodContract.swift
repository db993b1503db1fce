import Domain
import Doubles
import Testing

@Suite(.limited) struct `Targets of periods, in every store` {
  /// One hour ahead of UTC, and two from the last Sunday of March to that of October.
  private static let zone = "CET-1CEST,M3.5.0,M10.5.0/3"

  private func period(_ span: Span = .day) -> Target.Period {
    Target.Period(span, zone: Self.zone)
  }

  private func moment(_ text: String) throws -> Timestamp {
    try #require(Timestamp(rfc3339: text))
  }

  private func world(_ kind: StoreKind, at now: String) async throws -> House {
    try await House(kind, at: moment(now))
  }

  /// What was added, by each way to read the counter.
  private func expect(
    _ added: Int64, to counter: Counter, in session: Session, of store: any Store,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let listed = try await store.counters(in: session)
    let summed = try await store.counters(summing: always[0]..<always[1], in: session)
    let name = CounterReference(own: counter.name)
    let read: [Counter] = [
      try await store.refreshed(counter, in: session),
      try await store.counter(withID: counter.id, in: session),
      try await store.open(counter, in: session),
      try await store.openCounter(in: session),
      listed.first { $0.id == counter.id },
      summed.first { $0.id == counter.id }?.counter,
      counter.permission == nil ? try await store.counter(name, in: session) : nil,
      counter.permission == nil ? try await store.open(name, in: session) : nil,
    ].compactMap(\.self)
    let ways = counter.permission == nil ? 8 : 6
    #expect(
      read.map(\.added) == Array(repeating: added, count: ways), sourceLocation: sourceLocation)
  }

  @Test(arguments: StoreKind.allCases)
  func `a period has what everybody added in it, without sets, resets and what is undone`(
    _ kind: StoreKind
  ) async throws {
    let house = try await world(kind, at: "2026-06-10T20:00:00Z")
    try await house.share(with: house.bea)
    try await house.world.counts(.add(50), of: house.main, in: house.ada)
    let set = try await house.store.setTarget(
      Target(3, in: period()), of: house.main, in: house.ada)
    #expect(set.target == Target(3, in: period()) && set.added == 50)
    // It is after midnight there.
    house.world.clock.now = try moment("2026-06-10T22:00:00Z")
    try await expect(0, to: house.main, in: house.ada, of: house.store)
    let seen = try await house.main(for: house.bea)
    let commands: [CountCommand] = [.add(2), .set(90), .add(-1), .reset, .add(7), .undo]
    try await house.world.counts(.add(1), of: seen, in: house.bea)
    let applied = try await house.store.apply(commands, to: house.main, in: house.ada)
    #expect(applied.outcomes.map(\.added) == [3, 3, 2, 2, 9, 2])
    #expect(applied.counter.added == 2)
    try await expect(2, to: house.main, in: house.ada, of: house.store)
    try await expect(2, to: seen, in: house.bea, of: house.store)
  }

  @Test(arguments: StoreKind.allCases)
  func `a change says when the period's target or limit is reached, and none outside of it`(
    _ kind: StoreKind
  ) async throws {
    let house = try await world(kind, at: "2026-06-10T12:00:00Z")
    func events(_ commands: [CountCommand], at time: String? = nil) async throws -> [Target.Event?]
    {
      let time = try time.map(moment)
      return try await house.store.change(
        .known(house.main.id), by: commands.map { CommandRequest($0, at: time) },
        as: .session(house.ada)
      ).get().map(\.targetEvent)
    }
    _ = try await house.store.setTarget(
      Target(3, isLimit: true, in: period()), of: house.main, in: house.ada)
    #expect(try await events([.add(100)], at: "2026-06-09T12:00:00Z") == [nil])
    #expect(try await events([.undo, .redo]) == [nil, nil])
    #expect(
      try await events([.add(2), .add(1), .add(2), .undo, .undo, .redo]) == [
        nil, .limitReached, .overLimit(by: 2), nil, nil, .limitReached,
      ])
    #expect(try await events([.revert(4), .add(2), .set(90)]) == [nil, .limitReached, nil])
    #expect(try await events([.add(5)], at: "2026-06-09T21:59:59Z") == [nil])
    try await expect(3, to: house.main, in: house.ada, of: house.store)
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      (.day, "2026-06-10T03:59:59Z", "2026-06-10T04:00:00Z"),
      (.week, "2026-06-15T03:59:59Z", "2026-06-15T04:00:00Z"),
      (.month, "2026-07-01T03:59:59Z", "2026-07-01T04:00:00Z"),
      (.day, "2026-01-10T04:59:59Z", "2026-01-10T05:00:00Z"),
    ] as [(Span, String, String)])
  func `a period turns when the owner's day begins, in the zone in which the target was set`(
    _ kind: StoreKind, _ turn: (span: Span, before: String, after: String)
  ) async throws {
    let house = try await world(kind, at: turn.before)
    try await house.store.setDayStart(DayStart(typed: "06:00"), in: house.ada)
    try await house.store.setDayStart(DayStart(typed: "12:00"), in: house.bea)
    try await house.share(with: house.bea)
    let set = try await house.store.setTarget(
      Target(3, in: period(turn.span)), of: house.main, in: house.ada)
    #expect(set.target?.period?.dayStart == (try DayStart(typed: "06:00")))
    try await house.world.counts(.add(4), of: house.main, in: house.ada)
    let seen = try await house.main(for: house.bea)
    try await expect(4, to: seen, in: house.bea, of: house.store)
    house.world.clock.now = try moment(turn.after)
    try await expect(0, to: seen, in: house.bea, of: house.store)
    let applied = try await house.store.apply([.add(3)], to: seen, in: house.bea)
    #expect(applied.outcomes.map(\.targetEvent) == [.targetReached])
    _ = try await house.store.setTarget(Target(9), of: house.main, in: house.ada)
    try await expect(0, to: house.main, in: house.ada, of: house.store)
  }

  @Test(arguments: StoreKind.allCases)
  func `a sum beyond 64 bits is the greatest or the smallest number`(_ kind: StoreKind)
    async throws
  {
    let house = try await world(kind, at: "2026-06-10T12:00:00Z")
    _ = try await house.store.setTarget(Target(3, in: period()), of: house.main, in: house.ada)
    let up: [CountCommand] = [.add(.max), .reset, .add(.max), .set(0), .add(-.max), .set(0)]
    let applied = try await house.store.apply(up, to: house.main, in: house.ada)
    #expect(applied.outcomes.map(\.added) == Array(repeating: .max, count: 6))
    let more = try await house.store.apply([.add(.max)], to: house.main, in: house.ada)
    #expect(more.counter.added == .max)
    try await expect(.max, to: house.main, in: house.ada, of: house.store)
  }

  @Test(arguments: StoreKind.allCases)
  func `changes that are saved together add up one after the other`(_ kind: StoreKind) async throws
  {
    let house = try await world(kind, at: "2026-06-10T12:00:00Z")
    try await house.share(with: house.bea)
    _ = try await house.store.setTarget(Target(20, in: period()), of: house.main, in: house.ada)
    let added = try await withThrowingTaskGroup(of: Int64?.self) { group in
      for number in 0..<40 {
        let session = number % 2 == 0 ? house.ada : house.bea
        group.addTask {
          try await house.store.change(
            .known(house.main.id), by: [CommandRequest(.add(1))], as: .session(session)
          ).get().first?.added
        }
      }
      return try await group.reduce(into: []) { $0.append($1 ?? 0) }
    }
    #expect(added.sorted() == Array(1...40))
    try await expect(40, to: house.main, in: house.ada, of: house.store)
  }

  /// A list asks for the sums of the periods that many have in common at once.
  @Test(arguments: StoreKind.allCases)
  func `a list has the sum of each counter's own period, however many there are`(_ kind: StoreKind)
    async throws
  {
    let house = try await world(kind, at: "2026-06-10T12:00:00Z")
    let zones = ["UTC0", "CET-1", "EST5", "JST-9"]
    let periods = zones.flatMap { zone in
      [Span.day, .week, .month].map { Target.Period($0, zone: zone) }
    }
    for (number, period) in ([nil] + periods + periods).enumerated() {
      let counter = try await house.store.createCounter(
        named: name("room \(number)"), in: house.ada)
      let requests = try [
        "2026-05-31T20:00:00Z", "2026-06-02T20:00:00Z", "2026-06-08T20:00:00Z",
        "2026-06-09T16:00:00Z", "2026-06-09T22:30:00Z", "2026-06-10T05:30:00Z",
      ].enumerated().map { bit, time in
        CommandRequest(.add(1 << Int64(bit) + Int64(number) * 100), at: try moment(time))
      }
      _ = try await house.store.change(
        .known(counter.id), by: requests, as: .session(house.ada))
      _ = try await house.store.setTarget(
        Target(3, in: period), of: counter, in: house.ada)
    }
    let today = try moment("2026-06-10T00:00:00Z")..<moment("2026-06-11T00:00:00Z")
    let summaries = try await house.store.counters(summing: today, in: house.ada)
    #expect(summaries.count == 2 + 2 * periods.count)
    for summary in summaries {
      let counter = summary.counter
      let alone = try await house.store.refreshed(counter, in: house.ada)
      #expect(counter == alone, "\(counter.name.text)")
      #expect((counter.added == 0) == (counter.target?.period == nil), "\(counter.name.text)")
    }
    #expect(try await house.store.counters(in: house.ada) == summaries.map(\.counter))
  }

  /// The ledger adds up what it does; whoever reads the counter asks for the sum.
  @Test(arguments: StoreKind.allCases)
  func `what a change comes to is what is read after it, for random commands and times`(
    _ kind: StoreKind
  ) async throws {
    let seed = Seed()
    var random = seed.generator
    let house = try await world(kind, at: "2026-06-10T12:00:00Z")
    try await house.share(with: house.bea)
    _ = try await house.store.setTarget(Target(20, in: period()), of: house.main, in: house.ada)
    let seen = try await house.main(for: house.bea)
    for _ in 0..<60 {
      let isOwner = Bool.random(using: &random)
      let (counter, session) = isOwner ? (house.main, house.ada) : (seen, house.bea)
      let requests = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        let command: CountCommand =
          switch Int.random(in: 0..<12, using: &random) {
          case 0..<5: .add(Int64.random(in: -9...20, using: &random))
          case 5..<8: .undo
          case 8, 9: .redo
          case 10: isOwner ? .set(Int64.random(in: 0...50, using: &random)) : .undo
          default: .revert(Int64.random(in: 1...40, using: &random))
          }
        let back = Int64.random(in: 0...172_800, using: &random)
        let isEarlier = Bool.random(using: &random)
        let time = house.world.clock.now.adding(seconds: -back)
        return CommandRequest(command, at: isEarlier ? time : nil)
      }
      let result = try await house.store.change(
        .known(counter.id), by: requests, as: .session(session))
      let read = try await house.store.refreshed(counter, in: session)
      #expect(result.counter.added == read.added, "\(seed)")
      if let last = result.outcomes.last { #expect(last.added == read.added, "\(seed)") }
      house.world.clock.advance(seconds: Int64.random(in: 0...30_000, using: &random))
    }
  }
}
