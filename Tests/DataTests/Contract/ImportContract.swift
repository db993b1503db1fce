import Domain
import Testing

@Suite(.limited) struct `Imports, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `imported rows create their counters, add up, keep their time, and open nothing`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let times = (0..<4).map { Timestamp(milliseconds: 1_700_000_000_000 + $0 * 1_000) }
    let summary = try await world.store.take(
      try row("n2", .new, 0, in: "Tea", at: times[2]),
      try row("n1", .new, 0, in: "tea", at: times[1]),
      try row("a", .change, 5, in: "TEA", at: times[3]),
      try row("b", .set, -2, in: "tea", at: times[0]),
      try row("e", .new, 0, in: "empty", at: times[0]), try row("c", .change, 4, in: "bare"),
      in: session)
    #expect(summary == ImportSummary(changes: 3, newCounters: 3))
    let extents = try await world.store.extents(in: session)
    #expect(extents.map(\.counter.name.text) == ["bare", "empty", "main", "Tea"])
    #expect(extents.map(\.counter.count) == [4, 0, 0, 3])
    #expect(extents.map(\.length) == [1, 0, 0, 2])
    #expect(extents.map(\.createdAt) == [world.clock.now, times[0], world.clock.now, times[1]])
    #expect(
      extents.map(\.counter.changedAt) == [world.clock.now, nil, nil, world.clock.now])
    let tea = extents[3].counter
    let history = try await world.store.history(of: tea, newest: 9, in: session)
    #expect(history.map(\.id.text) == ["a", "b"])
    #expect(history.map(\.time) == [times[3], times[0]])
    #expect(history.map(\.event) == [.made(.add(5)), .made(.imported(changes: 1))])
    #expect(history.map(\.count) == [5, 3])
    #expect(try await world.store.sums(of: tea, between: always, in: session) == [5])
    #expect(try await world.store.openCounter(in: session) == main)
  }

  @Test(arguments: StoreKind.allCases)
  func `imported rows bring their notes, and a row that is there keeps its own`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.store.take(
      try row("a", .change, 5, note: "bus 12"), try row("b", .change, 1), in: session)
    try await world.store.take(
      try row("a", .change, 5, note: "tram"), try row("b", .change, 1, note: "tram"),
      in: session)
    let history = try await world.store.history(of: main, newest: 9, in: session)
    #expect(history.map(\.note) == [Note(stored: "bus 12"), nil])
    let exported = try await world.store.exported(in: session)
    #expect(exported.map(\.note) == [nil, Note(stored: "bus 12"), nil])
  }

  @Test(arguments: StoreKind.allCases)
  func `imported rows continue from the present count, and clear redo`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.add(10), .add(7), .undo, of: main, in: session)
    let summary = try await world.store.take(
      try row("a", .change, 5, in: "Main"), try row("b", .change, -20), in: session)
    #expect(summary == ImportSummary(changes: 2, newCounters: 0))
    let history = try await world.store.history(of: main, newest: 2, in: session)
    #expect(history.map(\.count) == [15, -5])
    #expect(try await world.current(main, in: session)?.count == -5)
    #expect(try await world.store.apply([.redo], to: main, in: session).refusal == .nothingToRedo)
  }

  @Test(arguments: StoreKind.allCases)
  func `the rows of one import in a counter are undone together`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.add(1), of: main, in: session)
    try await world.store.take(
      try row("a", .change, 10), try row("t", .change, 7, in: "tea"), try row("b", .reset, 100),
      try row("c", .change, 1_000), in: session)
    let unit = Edit.imported(changes: 3)
    let applied = try await world.store.apply(
      [.undo, .redo, .undo, .undo, .redo, .redo], to: main, in: session)
    let last = Change.ID("c")
    #expect(applied.outcomes.map(\.count) == [1, 1_111, 1, 0, 1, 1_111])
    #expect(
      applied.outcomes.prefix(3).map(\.event)
        == [.undid(unit, of: last), .redid(unit, of: last), .undid(unit, of: last)])
    let history = try await world.store.history(of: main, newest: 10, in: session)
    #expect(history.suffix(6).map(\.event) == applied.outcomes.map(\.event))
    #expect(
      history.prefix(4).map(\.event)
        == [.made(.add(1)), .made(.add(10)), .made(.imported(changes: 1)), .made(.add(1_000))])
    #expect(try await world.store.sums(of: main, between: always, in: session) == [1_011])
    try await world.counts(.undo, of: main, in: session)
    #expect(try await world.store.sums(of: main, between: always, in: session) == [1])
    let tea = try await world.store.counter(named: try name("tea"), in: session)
    #expect(tea.count == 7)
    #expect(try await world.counts(.undo, of: tea, in: session) == [0])
  }

  @Test(arguments: StoreKind.allCases)
  func `rows that exist or repeat in the file are skipped`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.store.take(try row("a", .change, 1), in: session)
    let summary = try await world.store.take(
      try row("b", .change, 10), try row("a", .change, 1, in: "other"), try row("b", .change, 10),
      try row("c", .change, 100), in: session)
    #expect(summary == ImportSummary(changes: 2, newCounters: 0))
    let history = try await world.store.history(of: main, newest: 9, in: session)
    #expect(history.map(\.count) == [1, 11, 111])
    #expect(try await world.store.counters(in: session).count == 1)
    #expect(try await world.counts(.undo, .undo, of: main, in: session) == [1, 0])
  }

  @Test(arguments: StoreKind.allCases)
  func `a second import changes nothing, also after counters were renamed`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (ada, main) = try await world.counting("ada")
    try await world.counts(.add(5), .set(40), .undo, .reset, of: main, in: ada)
    _ = try await world.store.createCounter(named: try name("empty"), in: ada)
    let rows = try await world.store.exported(in: ada)
    let nothing = ImportSummary(changes: 0, newCounters: 0)
    #expect(try await world.store.take(rows, in: ada) == nothing)
    #expect(try await world.counts(.undo, .redo, of: main, in: ada) == [5, 0])
    let (bob, his) = try await world.counting("bob")
    #expect(
      try await world.store.take(rows, in: bob) == ImportSummary(changes: 4, newCounters: 1))
    try await world.counts(.undo, of: his, in: bob)
    let empty = try await world.store.counter(named: try name("empty"), in: bob)
    _ = try await world.store.rename(empty, to: try name("full"), in: bob)
    let before = try await world.store.exported(in: bob)
    #expect(try await world.store.take(rows, in: bob) == nothing)
    #expect(try await world.store.exported(in: bob) == before)
    #expect(try await world.counts(.redo, of: his, in: bob) == [0])
  }

  @Test(arguments: StoreKind.allCases)
  func `an exported account is the same in another account`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (ada, main) = try await world.counting("ada")
    let tea = try await world.store.createCounter(named: try name("tea"), in: ada)
    for counter in [main, tea] {
      try await world.counts(
        .add(5), .add(-2), .undo, .redo, .set(40), .undo, .add(.max - 3), .undo, .reset, .add(8),
        .undo, of: counter, in: ada)
      world.clock.advance(seconds: day)
      try await world.counts(.redo, .add(7), .add(-9), .undo, of: counter, in: ada)
    }
    let bob = try await world.signedUp("bob").session
    let rows = try await world.store.exported(in: ada)
    try await world.store.take(rows, in: bob)
    let copies = try await world.store.exported(in: bob)
    #expect(rows.map(\.id).count == 2 + 30)
    #expect(
      copies.filter { $0.kind != .new }.map(\.id) == rows.filter { $0.kind != .new }.map(\.id))
    #expect(copies.map(\.change) == rows.map(\.change))
    #expect(copies.map(\.count) == rows.map(\.count))
    #expect(
      copies.filter { $0.kind != .new }.map(\.time) == rows.filter { $0.kind != .new }.map(\.time))
    #expect(copies.map(\.of) == rows.map(\.of))
    let days = (-3...3).map { world.clock.now.adding(seconds: $0 * day) }
    let hers = try await world.store.counters(in: ada)
    let his = try await world.store.counters(in: bob)
    #expect(his.map(\.count) == hers.map(\.count))
    for (mine, yours) in zip(hers, his) {
      let sums = try await world.store.sums(of: mine, between: days, in: ada)
      #expect(sums.contains { $0 != 0 })
      #expect(try await world.store.sums(of: yours, between: days, in: bob) == sums)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an imported undo or redo stays one when its subject came before it`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    _ = try await world.store.record(
      CommandRequest(.add(1), id: Change.ID("own")), on: main.name, creating: false, in: session)
    _ = try await world.store.record(
      CommandRequest(.set(3), id: Change.ID("set")), on: main.name, creating: false, in: session)
    try await world.store.take(
      try row("tea", .change, 4, in: "tea"), try row("1", .undo, -1, of: "own"),
      try row("2", .undo, -5, of: "later"), try row("later", .change, 5),
      try row("3", .undo, -4, of: "tea"), try row("4", .undo, -9),
      try row("5", .redo, 5, of: "later"),
      try row("6", .undo, -5, of: "later"), try row("7", .undo, 1, of: "6"),
      try row("8", .undo, -2, of: "set"), try row("9", .change, 2, of: "own"), in: session)
    let history = try await world.store.history(of: main, newest: 10, in: session)
    let imported = Change.Event.made(.imported(changes: 1))
    #expect(
      history.map(\.event) == [
        .undid(.add(1), of: Change.ID("own")), imported, .made(.add(5)), imported, imported,
        .redid(.add(5), of: Change.ID("later")), .undid(.add(5), of: Change.ID("later")), imported,
        .undid(.set(3), of: Change.ID("set")), .made(.add(2)),
      ])
    #expect(try await world.store.sums(of: main, between: always, in: session) == [7])
    try await world.store.take(try row("10", .redo, 1, of: "own"), in: session)
    #expect(try await world.store.sums(of: main, between: always, in: session) == [8])
  }

  @Test(arguments: StoreKind.allCases)
  func `an import that ends with an undo is undone as a whole`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.add(1), of: main, in: session)
    try await world.store.take(
      try row("a", .change, 10), try row("b", .change, 5), try row("c", .undo, -5, of: "b"),
      in: session)
    #expect(
      try await world.counts(.undo, .redo, .undo, .undo, of: main, in: session) == [1, 11, 1, 0])
    #expect(
      try await world.store.history(of: main, newest: 4, in: session).first?.event
        == .undid(.imported(changes: 3), of: Change.ID("c")))
    #expect(try await world.store.sums(of: main, between: always, in: session) == [0])
    #expect(try await world.counts(.redo, .redo, of: main, in: session) == [1, 11])
    try await world.store.take(try row("d", .redo, 5, of: "b"), in: session)
    #expect(
      try await world.store.history(of: main, newest: 1, in: session).first?.event
        == .redid(.add(5), of: Change.ID("b")))
  }
}
