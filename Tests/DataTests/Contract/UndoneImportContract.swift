import Domain
import Testing

/// Imports that were undone before the export.
@Suite(.limited) struct `Undone imports, in every store` {
  private let times = (0..<4).map { Timestamp(milliseconds: 1_700_000_000_000 + $0 * 86_400_000) }

  /// An account of ada's with an undone import, and changes, undos and redos around it.
  private func exported(_ world: StoreWorld) async throws -> (rows: [TransferRow], sums: [Int64?]) {
    let (ada, main) = try await world.counting("ada")
    try await world.counts(.add(100), of: main, in: ada)
    try await world.store.take(
      try row("a", .change, 10, at: times[0]), try row("b", .reset, -7, at: times[1]),
      try row("t", .change, 6, in: "tea", at: times[1]), try row("c", .change, 5, at: times[2]),
      try row("d", .undo, -10, of: "a", at: times[2]), in: ada)
    try await world.counts(.add(1), .undo, .undo, .redo, .redo, .undo, .undo, of: main, in: ada)
    return (
      try await world.store.exported(in: ada),
      try await world.store.sums(of: main, between: times, in: ada)
    )
  }

  @Test(arguments: StoreKind.allCases)
  func `are the same in another account, which can continue and export them`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (rows, sums) = try await exported(world)
    #expect(sums == [0, 0, 0])
    #expect(
      rows.filter { $0.kind != .new }.map(\.changes) == [1, 1, 1, 1, 1, 1, 1, 4, 4, 1, 1, 4, 1])
    var next = rows
    for user in ["bob", "eve"] {
      let (session, main) = try await world.counting(user)
      try await world.store.take(next, in: session)
      let copies = try await world.store.exported(in: session)
      #expect(copies.filter { $0.kind != .new } == rows.filter { $0.kind != .new })
      #expect(try await world.store.sums(of: main, between: times, in: session) == [0, 0, 0])
      let last = try await world.store.history(of: main, newest: 3, in: session)
      let unit = Change.ID("d")
      #expect(last.map(\.event).last == .undid(.imported(changes: 4), of: unit))
      try await world.store.take(try row("later", .redo, -2, of: "d", changes: 4), in: session)
      #expect(try await world.store.sums(of: main, between: times, in: session) == [0, 0, 5])
      #expect(try await world.counts(.undo, .undo, of: main, in: session) == [100, 0])
      next = copies
    }
    #expect(try await world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `undo only what they brought, even if that was an undo`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.store.take(
      try row("a", .change, 5), try row("b", .undo, -5, of: "a"), in: session)
    let own = CommandRequest(.add(3), id: Change.ID("own"))
    _ = try await world.store.record(own, on: try name("main"), creating: false, in: session)
    try await world.store.take(try row("c", .undo, -3, of: "own"), in: session)
    try await world.store.take(try row("d", .redo, 3, of: "own"), in: session)
    try await world.store.take(
      try row("e", .change, 7), try row("f", .undo, -7, of: "e"), in: session)
    func sums(after command: CountCommand, times: Int) async throws -> [Int64?] {
      var sums: [Int64?] = []
      for _ in 0..<times {
        try await world.counts(command, of: main, in: session)
        sums += try await world.store.sums(of: main, between: always, in: session)
        #expect(try await world.faults() == [])
      }
      return sums
    }
    #expect(try await world.store.sums(of: main, between: always, in: session) == [3])
    #expect(try await sums(after: .undo, times: 5) == [3, 0, 3, 0, 0])
    #expect(try await sums(after: .redo, times: 5) == [0, 3, 0, 3, 3])
  }

  @Test(arguments: StoreKind.allCases)
  func `restore what they undid when several changes are undone, and undo it again`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.add(100), of: main, in: session)
    try await world.store.take(
      try row("a", .change, 1), try row("b", .change, 2), try row("c", .undo, -1, of: "a"),
      in: session)
    #expect(try await world.store.sums(of: main, between: always, in: session) == [102])
    try await world.store.take(try row("d", .undo, -2, of: "c", changes: 3), in: session)
    #expect(try await world.store.sums(of: main, between: always, in: session) == [100])
    var sums: [Int64?] = []
    for command in [CountCommand.undo, .undo, .redo, .redo] {
      try await world.counts(command, of: main, in: session)
      sums += try await world.store.sums(of: main, between: always, in: session)
      #expect(try await world.faults() == [])
    }
    #expect(sums == [102, 100, 102, 100])
  }

  @Test(arguments: StoreKind.allCases)
  func `stay undone only if all their changes came together`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.store.take(try row("a", .change, 1), try row("b", .change, 2), in: session)
    let takenApart = [
      try row("a", .change, 1), try row("b", .change, 2), try row("c", .change, 4),
      try row("d", .change, 8),
    ]
    let undone = Change.Event.undid(.imported(changes: 2), of: Change.ID("d"))
    let imported = Change.Event.made(.imported(changes: 1))
    try await world.store.take(
      takenApart + [
        try row("1", .undo, -14, of: "d", changes: 3),
        try row("2", .undo, -12, of: "d", changes: 2),
        try row("3", .undo, -3, of: "b", changes: 2), try row("4", .undo, -3, of: "b", changes: 3),
        try row("5", .undo, -3, of: "none", changes: 2),
        try row("6", .undo, -3, of: "e", changes: 2),
        try row("e", .change, 0), try row("7", .undo, 0, of: "e", changes: .max),
      ], in: session)
    let events = try await world.store.history(of: main, newest: 8, in: session).map(\.event)
    #expect(
      events == [
        imported, undone, .undid(.imported(changes: 2), of: Change.ID("b")), imported, imported,
        imported, .made(.add(0)), imported,
      ])
    #expect(try await world.store.sums(of: main, between: always, in: session) == [0])
    try await world.store.take(try row("8", .redo, 8, of: "d", changes: 1), in: session)
    try await world.store.take(try row("9", .redo, 9, of: "c", changes: 3), in: session)
    #expect(try await world.store.sums(of: main, between: always, in: session) == [8])
    #expect(try await world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `are not undos if one of their changes was there before`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.store.take(try row("b", .change, 2), in: session)
    try await world.store.take(
      try row("a", .change, 1), try row("b", .change, 2), try row("c", .change, 4),
      try row("u", .undo, -7, of: "c", changes: 3), in: session)
    #expect(
      try await world.store.history(of: main, newest: 1, in: session).map(\.event)
        == [.made(.imported(changes: 1))])
    #expect(try await world.store.sums(of: main, between: always, in: session) == [7])
  }

  @Test(arguments: StoreKind.allCases)
  func `are not touched by a later file that undoes and redoes their changes, even once redone`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let first = [try row("a", .change, 5), try row("b", .change, 2)]
    let later =
      first + [
        try row("1", .undo, -5, of: "a", by: "zoe"), try row("2", .redo, 5, of: "a", by: "zoe"),
        try row("3", .undo, -7, of: "b", changes: 2),
      ]
    let none = ImportSummary(changes: 0, newCounters: 0)
    try await world.store.take(first, in: session)
    #expect(try await world.counts(.undo, of: main, in: session) == [0])
    #expect(try await world.store.take(later, in: session) == none)
    #expect(try await world.store.take(later, in: session) == none)
    #expect(try await world.counts(.redo, of: main, in: session) == [7])
    #expect(try await world.store.take(later, in: session) == none)
    #expect(try await world.counts(.undo, .redo, of: main, in: session) == [0, 7])
    #expect(try await world.store.take(later, in: session) == none)
    #expect(try await world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `that were undos are not redone by a later file`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let rows = [
      try row("a", .change, 5), try row("1", .undo, -5, of: "a"), try row("2", .redo, 5, of: "a"),
      try row("b", .change, 1),
    ]
    try await world.store.take(rows[0], in: session)
    try await world.store.take(rows[1], in: session)
    #expect(try await world.counts(.undo, of: main, in: session) == [5])
    #expect(try await world.store.take(rows, in: session).changes == 1)
    #expect(try await world.store.counters(in: session).map(\.count) == [6])
    #expect(try await world.store.sums(of: main, between: always, in: session) == [6])
    #expect(try await world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `of another account's export do not undo again what its owner undid`(_ kind: StoreKind)
    async throws
  {
    let (home, away) = (try await StoreWorld(kind), try await StoreWorld(kind))
    let (ada, main) = try await home.counting("ada")
    let (zoe, copy) = try await away.counting("zoe")
    try await home.counts(.add(5), of: main, in: ada)
    try await away.store.take(try await home.store.exported(in: ada), in: zoe)
    try await away.counts(.undo, of: copy, in: zoe)
    try await home.counts(.undo, of: main, in: ada)
    try await home.store.take(try await away.store.exported(in: zoe), in: ada)
    #expect(try await home.store.counters(in: ada).map(\.count) == [0])
    try await away.store.take(try await home.store.exported(in: ada), in: zoe)
    #expect(try await away.store.counters(in: zoe).map(\.count) == [0])
  }
}
