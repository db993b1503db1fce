import Domain
import Testing

@Suite(.limited) struct `Refused imports, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `a row that takes a count out of range refuses the whole import`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.set(.max - 5), of: main, in: session)
    let before = try await world.store.exported(in: session)
    let rows = [
      try row("t", .change, -.max, in: "tea"), try row("a", .change, 5),
      try row("b", .undo, 1, of: "a"),
      try row("c", .change, -9), try row("u", .change, -2, in: "tea"),
    ]
    await #expect(throws: Refusal.badRow(line: 3, .outOfRange)) {
      try await world.store.take(rows, in: session)
    }
    await #expect(throws: Refusal.badRow(line: 4, .outOfRange)) {
      try await world.store.take(rows.filter { $0.id.text != "b" }, in: session)
    }
    #expect(try await world.store.exported(in: session) == before)
    let good = rows.filter { !["b", "u"].contains($0.id.text) }
    #expect(
      try await world.store.take(good, in: session) == ImportSummary(changes: 3, newCounters: 1))
    let ends = try await world.store.exported(in: session).map(\.count)
    #expect(ends == [0, .max - 5, .max, .max - 9, 0, -.max])
  }

  @Test(arguments: StoreKind.allCases)
  func `amounts may add up to more than 64 bits if no count does`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.set(-1), .set(.min), of: main, in: session)
    try await world.store.take(
      try row("a", .change, .max), try row("b", .change, .max), try row("c", .change, 1),
      try row("d", .change, -.max), try row("e", .change, -.max), in: session)
    let history = try await world.store.history(of: main, newest: 5, in: session)
    #expect(history.map(\.count) == [-1, .max - 1, .max, 0, -.max])
    try await world.store.take(try row("e1", .change, -1), in: session)
    await #expect(throws: Refusal.badRow(line: 1, .outOfRange)) {
      try await world.store.take(try row("f", .change, -1), in: session)
    }
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      ([.max, .max], false), ([.max, 1], false), ([.max - 1, 1, 0], true),
      ([.max, .max, -.max + 1], false), ([.max, .max, -.max], true),
    ] as [([Int64], Bool)])
  func `an import that cannot be undone as a whole is refused at its last row`(
    _ kind: StoreKind, _ rows: (amounts: [Int64], isTaken: Bool)
  ) async throws {
    let world = try await StoreWorld(kind)
    for sign in [1, -1] as [Int64] {
      let (session, main) = try await world.counting("user\(sign + 1)")
      // Between the two ends there is room for two of the greatest amounts.
      try await world.counts(.set(-.max * sign), of: main, in: session)
      let lines = try rows.amounts.enumerated().map { index, amount in
        try row("\(index)", .change, amount * sign)
      }
      if rows.isTaken {
        try await world.store.take(lines, in: session)
        #expect(try await world.counts(.undo, .redo, of: main, in: session).count == 2)
      } else {
        await #expect(throws: Refusal.badRow(line: lines.count, .outOfRange)) {
          try await world.store.take(lines, in: session)
        }
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an error of the source is thrown, and leaves no trace`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, _) = try await world.counting()
    let before = try await world.store.exported(in: session)
    let fault = Refusal.badRow(line: 3, .malformed)
    let rows = try (1...2).map {
      ImportRow(line: $0, row: try row("\($0)", .change, .max, in: "tea"))
    }
    await #expect(throws: fault) {
      try await world.store.importRows(
        Pages { number throws(Refusal) in
          guard number < 3 else { throw fault }
          return [rows[number - 1]]
        }, in: session)
    }
    #expect(try await world.store.exported(in: session) == before)
    try await world.store.take(try row("1", .change, 1), in: session)
  }

  @Test(arguments: StoreKind.allCases)
  func `accounts are independent in identifiers and counters`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (ada, _) = try await world.counting("ada")
    let (bob, his) = try await world.counting("bob")
    try await world.store.take(try row("a", .change, 5), in: ada)
    let summary = try await world.store.take(
      try row("b", .undo, -5, of: "a"), try row("a", .change, 7), in: bob)
    #expect(summary == ImportSummary(changes: 2, newCounters: 0))
    #expect(
      try await world.store.history(of: his, newest: 9, in: bob).map(\.event)
        == [.made(.imported(changes: 1)), .made(.add(7))])
    let hers = try await world.store.counters(in: ada)
    #expect(hers.map(\.count) == [5])
    #expect(try await world.store.sums(of: hers[0], between: always, in: ada) == [5])
  }

  @Test(arguments: StoreKind.allCases)
  func `an ended session exports and imports nothing, and does not read the source`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.store.endSession(session)
    let methods: [@Sendable () async throws -> Void] = [
      { _ = try await world.store.extents(in: session) },
      {
        _ = try await world.store.changes(
          of: main, numbered: 1...2, during: nil, atMost: 9, in: session)
      },
      {
        _ = try await world.store.importRows(
          Pages { _ in
            Issue.record("the source was read")
            return nil
          }, in: session)
      },
    ]
    for method in methods {
      await #expect(throws: Refusal.notLoggedIn) { try await method() }
    }
  }
}
