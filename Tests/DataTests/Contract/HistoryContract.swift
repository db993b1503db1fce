import Domain
import Testing

@Suite(.limited) struct `Histories, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `a history has the newest changes, oldest first`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    for amount in 1...5 as ClosedRange<Int64> {
      world.clock.advance(seconds: 60)
      try await world.counts(.add(amount), of: main, in: session)
    }
    let newest = try await world.store.history(of: main, newest: 2, in: session)
    #expect(newest.map(\.event) == [.made(.add(4)), .made(.add(5))])
    #expect(newest.map(\.amount) == [4, 5])
    #expect(newest.map(\.count) == [10, 15])
    #expect(newest.map(\.time) == [world.clock.now.adding(seconds: -60), world.clock.now])
    #expect(try await world.store.history(of: main, newest: 0, in: session).isEmpty)
    #expect(try await world.store.history(of: main, newest: .max, in: session).count == 5)
  }

  /// Adds 1 to 5 at times out of order; returns the time of the first one that counts.
  private func enterOutOfOrder(in world: StoreWorld, to main: Counter, _ session: Session)
    async throws -> Timestamp
  {
    let start = world.clock.now
    world.clock.advance(seconds: 100)
    for (amount, second) in [(1, 30), (2, 10), (3, 20), (4, 9), (5, 15)] as [(Int64, Int64)] {
      _ = try await world.store.record(
        CommandRequest(.add(amount), at: start.adding(seconds: second)), on: main.name,
        creating: false,
        in: session)
    }
    return start
  }

  @Test(arguments: StoreKind.allCases)
  func `a history of a period has its newest changes, in the order of entry`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let start = try await enterOutOfOrder(in: world, to: main, session)
    try await world.counts(.undo, of: main, in: session)
    func amounts(_ seconds: Range<Int64>, newest limit: Int) async throws -> [Int64] {
      let period =
        start.adding(seconds: seconds.lowerBound)..<start.adding(seconds: seconds.upperBound)
      return try await world.store.history(
        of: main, newest: limit, during: period, in: session
      ).map(\.amount)
    }
    #expect(try await amounts(10..<30, newest: 9) == [2, 3, 5])
    #expect(try await amounts(10..<31, newest: 2) == [3, 5])
    #expect(try await amounts(0..<101, newest: .max) == [1, 2, 3, 4, 5, -5])
    #expect(try await amounts(10..<10, newest: 9) == [])
    #expect(try await amounts(10..<30, newest: 0) == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `the pages of a history fit together, even pages without matches`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let start = try await enterOutOfOrder(in: world, to: main, session)
    let all = try await world.store.history(of: main, newest: 9, in: session)
    func pages(_ numbers: ClosedRange<Int64>, during period: Range<Timestamp>? = nil)
      async throws -> [HistoryPage]
    {
      var (pages, next): ([HistoryPage], Int64?) = ([], numbers.lowerBound)
      while let start = next {
        let page = try await world.store.changes(
          of: main, numbered: start...numbers.upperBound, during: period, atMost: 2, in: session)
        pages.append(page)
        next = page.next
      }
      return pages
    }
    #expect(
      try await pages(1...5).map(\.changes) == [Array(all[..<2]), Array(all[2..<4]), [all[4]]])
    #expect(try await pages(2...3).map(\.changes) == [Array(all[1..<3])])
    #expect(try await pages(4...Int64.max).flatMap(\.changes) == Array(all[3...]))
    #expect(try await pages(6...9) == [HistoryPage(changes: [], next: nil)])
    let late = start.adding(seconds: 15)..<start.adding(seconds: 16)
    #expect(try await pages(1...5, during: late).map(\.changes) == [[], [], [all[4]]])
    func numbers(_ limit: Int, _ period: Range<Timestamp>?) async throws -> ClosedRange<Int64>? {
      try await world.store.numbers(ofNewest: limit, of: main, during: period, in: session)
    }
    #expect(try await numbers(2, nil) == 4...5)
    #expect(try await numbers(.max, nil) == 1...5)
    #expect(try await numbers(0, nil) == nil)
    #expect(try await numbers(.max, start..<world.clock.now) == 1...5)
    #expect(try await numbers(9, late) == 5...5)
    let early = start..<start.adding(seconds: 16)
    #expect(try await numbers(1, early) == 5...5)
    #expect(try await numbers(2, early) == 4...5)
    #expect(try await numbers(3, early) == 2...5)
    #expect(try await numbers(9, early) == 2...5)
    #expect(try await numbers(0, early) == nil)
    #expect(try await numbers(9, world.clock.now..<world.clock.now) == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `a set and a reset record by how much the count moved`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.add(5), .set(3), .reset, .undo, of: main, in: session)
    let history = try await world.store.history(of: main, newest: 9, in: session)
    #expect(history.map(\.amount) == [5, -2, -3, 3])
    #expect(history.map(\.count) == [5, 3, 0, 3])
  }

  @Test(arguments: StoreKind.allCases)
  func `sums cover the additions, each moment in one period`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let start = world.clock.now
    for amount in [1, 10, 100, 1_000] as [Int64] {
      try await world.counts(.add(amount), of: main, in: session)
      world.clock.advance(seconds: 10)
    }
    let boundaries = [0, 10, 25, 30, 40].map { start.adding(seconds: $0) }
    #expect(
      try await world.store.sums(of: main, between: boundaries, in: session) == [1, 110, 0, 1_000])
    #expect(try await world.store.sums(of: main, between: [], in: session) == [])
    #expect(try await world.store.sums(of: main, between: [start], in: session) == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `sums by stretches leave out those without an entry`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let start = world.clock.now
    for (after, command) in [(0, .add(1)), (1, .add(2)), (25, .set(9)), (39, .add(4))]
      as [(Int64, CountCommand)]
    {
      world.clock.now = start.adding(seconds: after)
      try await world.counts(command, of: main, in: session)
    }
    func bars(_ first: Int64, _ last: Int64) async throws -> [ChartBar] {
      let period = start.adding(seconds: first)..<start.adding(seconds: last)
      return try await world.store.sums(
        of: main, during: period,
        by: { moment in
          let ten = (moment.milliseconds - start.milliseconds) / 10_000
          return start.adding(seconds: ten * 10)..<start.adding(seconds: ten * 10 + 10)
        }, in: session)
    }
    func bar(_ after: Int64, _ sum: Int128) -> ChartBar {
      ChartBar(start: start.adding(seconds: after), sum: sum)
    }
    #expect(try await bars(0, 60) == [bar(0, 3), bar(20, 0), bar(30, 4)])
    #expect(try await bars(1, 39) == [bar(1, 2), bar(20, 0)])
    #expect(try await bars(2, 20) == [])
    #expect(try await bars(0, 0) == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a stretch that lacks its moment ends the sums too`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let start = world.clock.now
    try await world.counts(.add(1), of: main, in: session)
    let period = start.adding(seconds: -9)..<start.adding(seconds: 9)
    for stretch in [-8, 8].map(start.adding(seconds:)) {
      let bars = try await world.store.sums(
        of: main, during: period, by: { _ in stretch..<stretch }, in: session)
      #expect(bars.count == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `sums leave out undone changes, sets and resets, and include redone changes`(
    _ kind: StoreKind
  )
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    func sum() async throws -> [Int64?] {
      try await world.store.sums(of: main, between: always, in: session)
    }
    try await world.counts(.add(5), .set(40), .add(-2), .reset, of: main, in: session)
    #expect(try await sum() == [3])
    try await world.counts(.undo, .undo, of: main, in: session)
    #expect(try await sum() == [5])
    try await world.counts(.redo, of: main, in: session)
    #expect(try await sum() == [3])
    try await world.counts(.undo, .undo, .undo, of: main, in: session)
    #expect(try await sum() == [0])
    try await world.counts(.redo, of: main, in: session)
    #expect(try await sum() == [5])
  }

  @Test(arguments: StoreKind.allCases)
  func `sets and resets are counted as far as they stand and change the count, in a period`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let start = world.clock.now
    let allTime = Timestamp(milliseconds: .min)..<Timestamp(milliseconds: .max)
    func numbers(_ period: Range<Timestamp>? = nil) async throws -> [Int64] {
      let found = try await world.store.setsAndResets(
        of: main, during: period ?? allTime, in: session)
      return [found.sets, found.resets]
    }
    #expect(try await numbers() == [0, 0])
    try await world.counts(
      .add(5), .set(40), .set(40), .reset, .reset, .set(7), of: main, in: session)
    #expect(try await numbers() == [2, 1])
    try await world.counts(.undo, of: main, in: session)
    #expect(try await numbers() == [1, 1])
    world.clock.advance(seconds: 1)
    try await world.counts(.redo, .set(8), of: main, in: session)
    #expect(try await numbers() == [3, 1])
    #expect(try await numbers(start..<start.adding(seconds: 1)) == [2, 1])
    let bea = try await world.signedUp("bea").session
    await #expect(throws: Refusal.self) {
      try await world.store.setsAndResets(of: main, during: allTime, in: bea)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a sum outside the 64-bit range is nil`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let start = world.clock.now
    try await world.counts(
      .add(.max), .set(0), .add(.max), .set(0), .add(-1), of: main, in: session)
    world.clock.advance(seconds: 1)
    try await world.counts(.set(0), .add(-.max), .set(-1), .add(-.max), of: main, in: session)
    world.clock.advance(seconds: 1)
    try await world.counts(
      .set(-1), .set(0), .add(-.max), .add(.max), of: main, in: session)
    let boundaries = (0...3).map { start.adding(seconds: $0) }
    #expect(
      try await world.store.sums(of: main, between: boundaries, in: session) == [nil, nil, 0])
    #expect(
      try await world.store.sums(of: main, between: [boundaries[0], boundaries[2]], in: session)
        == [-1])
  }
}
