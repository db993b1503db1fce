import Doubles
import Testing

@testable import Domain

/// What was found by trying, each with the counts that came out wrong.
@Suite(.limited) struct `A file is exact, in every store` {
  private static let nothing = ImportSummary(changes: 0, newCounters: 0)

  private func count(_ house: House) async throws -> Int64 {
    try await house.store.refreshed(house.main, in: house.ada).count
  }

  private func record(_ amount: Int64, id: String, by session: Session, in house: House)
    async throws
  {
    let typed = session.id == house.ada.id ? "main" : "ada/main"
    _ = try await house.store.record(
      CommandRequest(.add(amount), id: Change.ID(id)), on: reference(typed), creating: false,
      in: session)
  }

  /// The count in another store after importing rows there.
  private func count(of rows: [TransferRow], in kind: StoreKind, twice: Bool = false) async throws
    -> Int64
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting("ada")
    try await world.store.take(rows, in: session)
    if twice {
      #expect(try await world.store.take(rows, in: session).changes == 0)
    }
    #expect(try await world.faults() == [])
    return try await world.store.refreshed(main, in: session).count
  }

  @Test(arguments: StoreKind.allCases)
  func `an own export changes nothing after a member deleted their account`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    try await house.share(with: house.bea)
    try await record(1, id: "a", by: house.ada, in: house)
    try await record(5, id: "b", by: house.bea, in: house)
    let before = try await house.store.exported(in: house.ada)
    try await house.store.deleteAccount(in: house.bea)
    let after = try await house.store.exported(in: house.ada)
    #expect(after.map(\.by).contains(Change.Author.formerText))
    for rows in [before, after, before + after] {
      #expect(try await house.store.take(rows, in: house.ada) == Self.nothing)
      #expect(try await count(of: rows, in: kind, twice: true) == 6)
    }
    #expect(try await count(house) == 6)
  }

  @Test(arguments: StoreKind.allCases)
  func `equal identifiers of two deleted people are two changes`(_ kind: StoreKind) async throws {
    let house = try await House(kind)
    for person in [house.bea, house.cat] { try await house.share(with: person) }
    try await record(6, id: "1", by: house.bea, in: house)
    try await record(7, id: "1", by: house.cat, in: house)
    let before = try await house.store.exported(in: house.ada)
    for person in [house.bea, house.cat] { try await house.store.deleteAccount(in: person) }
    let after = try await house.store.exported(in: house.ada)
    #expect(after.map(\.id.textInFile).suffix(2) == ["1", "1\t#2"])
    for rows in [before, after, before + after, after + before] {
      #expect(try await house.store.take(rows, in: house.ada) == Self.nothing)
      #expect(try await count(of: rows, in: kind, twice: true) == 13)
    }
    #expect(try await count(house) == 13)
  }

  @Test(arguments: StoreKind.allCases)
  func `a deleted member's change is the one of its own counter`(_ kind: StoreKind) async throws {
    let house = try await House(kind)
    try await house.store.take(try row("k", .change, 1, in: "tea", by: "bea"), in: house.ada)
    let former = Change.Author.formerText
    let rows = [
      try row("k\t#2", .change, 1, by: former), try row("k", .change, 1, in: "tea", by: former),
    ]
    #expect(try await house.store.take(rows, in: house.ada).changes == 1)
    #expect(try await house.store.take(rows, in: house.ada) == Self.nothing)
    #expect(try await count(house) == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `an account and an imported author of one name and identifier are two`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    try await house.store.take(try row("1", .change, 7, by: "bea"), in: house.ada)
    try await house.share(with: house.bea)
    try await record(5, id: "1", by: house.bea, in: house)
    let rows = try await house.store.exported(in: house.ada)
    #expect(try await house.store.take(rows, in: house.ada) == Self.nothing)
    #expect(try await count(of: rows, in: kind, twice: true) == 12)
    try await house.store.deleteAccount(in: house.bea)
    #expect(try await house.store.take(rows, in: house.ada) == Self.nothing)
    #expect(try await count(house) == 12)
  }

  @Test(arguments: StoreKind.allCases)
  func `names that differ in case are one author, in one file or two`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    let (upper, lower) = (try row("1", .change, 5, by: "Zoe"), try row("1", .change, 5, by: "zoe"))
    #expect(try await house.store.take(upper, lower, in: house.ada).changes == 1)
    #expect(try await house.store.take(lower, in: house.ada).changes == 0)
    #expect(try await house.store.take(upper, in: house.ada).changes == 0)
    #expect(try await count(house) == 5)
  }

  @Test(arguments: StoreKind.allCases)
  func `a different change by the same author under one identifier is refused`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    try await house.store.take(try row("1", .change, 5, by: "eve"), in: house.ada)
    await #expect(throws: Refusal.badRow(line: 2, .identifierTaken)) {
      try await house.store.take(
        try row("2", .change, 1), try row("1", .change, 6, by: "eve"), in: house.ada)
    }
    #expect(try await count(house) == 5)
  }

  @Test(arguments: StoreKind.allCases)
  func `equal changes by several authors under one identifier are several, in one file or more`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let rows = [
      try row("1", .change, 5), try row("1", .change, 5, by: "eve"),
      try row("1", .change, 5, by: "dan"),
    ]
    for row in rows + rows { try await house.store.take(row, in: house.ada) }
    #expect(try await count(house) == 15)
    #expect(try await count(of: rows, in: kind, twice: true) == 15)
  }

  @Test(arguments: StoreKind.allCases)
  func `one given identifier in two counters of a file is refused, Tally's own is one change`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    await #expect(throws: Refusal.badRow(line: 2, .identifierTaken)) {
      try await house.store.take(
        try row("1", .change, 5), try row("1", .change, 5, in: "tea"), in: house.ada)
    }
    #expect(try await count(house) == 0)
    // Two exports in one file, before and after the counter was renamed.
    let id = "019a0000-0000-7000-8000-000000000001"
    try await house.store.take(
      try row(id, .change, 5), try row(id, .change, 5, in: "tea"), in: house.ada)
    #expect(try await count(house) == 5)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a former author's identifier is free for others`(_ kind: StoreKind) async throws {
    let house = try await House(kind)
    let former = Change.Author.formerText
    let files = [
      [try row("1", .change, 6, by: former)], [try row("1", .change, 7, by: "eve")],
      [try row("1", .change, 8, by: former)], [try row("1", .change, 9)],
    ]
    for file in files + files {
      try await house.store.take(file, in: house.ada)
    }
    #expect(try await count(house) == 30)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a change without parts of its time is still known, if its identifier is Tally's`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let id = "019a0000-0000-7000-8000-000000000001"
    try await house.store.take(
      try row(id, .change, 5, at: Timestamp(milliseconds: 1_700_000_000_123)), in: house.ada)
    #expect(
      try await house.store.take(
        try row(id, .change, 5, at: Timestamp(milliseconds: 1_700_000_000_000)), in: house.ada)
        == Self.nothing)
  }

  @Test(arguments: StoreKind.allCases)
  func `two accounts of a store have a file's changes each, and both can be exported`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let rows = [try row("1", .change, 5), try row("2", .change, 1, by: "eve")]
    for person in [house.ada, house.bea] {
      #expect(try await house.store.take(rows, in: person).changes == 2)
      #expect(try await house.store.take(rows, in: person) == Self.nothing)
      let exported = try await house.store.exported(in: person)
      #expect(exported.map(\.id.textInFile).suffix(2) == ["1", "2"])
      #expect(try await count(of: exported, in: kind, twice: true) == 6)
    }
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `an undo means the change of the same number or author`(_ kind: StoreKind) async throws {
    let house = try await House(kind)
    for person in [house.bea, house.cat] { try await house.share(with: person) }
    try await record(6, id: "1", by: house.bea, in: house)
    try await record(7, id: "1", by: house.cat, in: house)
    let shared = try await house.main(for: house.bea)
    _ = try await house.store.apply([.undo], to: shared, in: house.bea)
    let rows = try await house.store.exported(in: house.ada)
    #expect(rows.last?.of?.textInFile == "1")
    let old = rows.map { row in
      TransferRow(
        id: Change.ID(row.id.text), name: row.name, time: row.time, kind: row.kind,
        change: row.change, count: row.count, of: row.of.map { Change.ID($0.text) }, by: row.by)
    }
    for file in [rows, old] {
      let world = try await StoreWorld(kind)
      let (session, main) = try await world.counting("ada")
      try await world.store.take(file, in: session)
      #expect(try await world.store.sums(of: main, between: always, in: session) == [7])
      #expect(try await world.faults() == [])
    }
  }

  @Test(arguments: StoreKind.allCases, [true, false])
  func `a member's undo in a file is not another's, though they typed one identifier`(
    _ kind: StoreKind, ownerFirst: Bool
  ) async throws {
    func counted() async throws -> House {
      let house = try await House(kind)
      try await house.share(with: house.bea)
      let people = ownerFirst ? [house.ada, house.bea] : [house.bea, house.ada]
      for person in people {
        try await record(person.id == house.ada.id ? 5 : 3, id: "q", by: person, in: house)
      }
      return house
    }
    let (house, before) = (try await counted(), try await counted())
    _ = try await house.store.apply(
      [.undo], to: try await house.main(for: house.bea), in: house.bea)
    let rows = try await house.store.exported(in: house.ada)
    #expect(rows.last?.kind == .undo)
    #expect(try await before.store.take(rows, in: before.ada).changes == 1)
    let entry = try #require(
      try await before.store.history(of: before.main, newest: 1, in: before.ada).last)
    #expect(entry.event == .made(.imported(changes: 1)))
    #expect(try await count(before) == 5)
    #expect(try await before.store.sums(of: before.main, between: always, in: before.ada) == [8])
    #expect(try await before.store.exported(in: before.ada).last?.of == nil)
    #expect(try await before.store.take(rows, in: before.ada) == Self.nothing)
    #expect(try await before.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a deleted member's change stays in its counter when a namesake has an equal one`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let time = Timestamp(milliseconds: 1_700_000_000_000)
    let own = try row("k", .change, 5, in: "tea", at: time, by: "bea")
    try await house.store.take(own, in: house.ada)
    try await house.store.take(
      try row("k\t#2", .change, 5, at: time, by: "BEA"),
      try row("k", .change, 5, in: "tea", at: time, by: Change.Author.formerText), in: house.ada)
    let counts = try await house.store.counters(in: house.ada).map { "\($0.name.text) \($0.count)" }
    #expect(counts.sorted() == ["main 5", "tea 5"])
  }

  @Test(arguments: StoreKind.allCases)
  func `one identifier for two changes of an author is refused, in one file as in two`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let rows = [try row("1", .change, 5, by: "eve"), try row("1", .change, 7, by: "eve")]
    let refusal = Refusal.badRow(line: 2, .identifierTaken)
    await #expect(throws: refusal) { try await house.store.take(rows, in: house.ada) }
    #expect(try await count(house) == 0)
    try await house.store.take(rows[0], in: house.ada)
    await #expect(throws: Refusal.badRow(line: 1, .identifierTaken)) {
      try await house.store.take(rows[1], in: house.ada)
    }
    #expect(try await count(house) == 5)
  }

  @Test(arguments: StoreKind.allCases)
  func `an undo or redo in a file that cannot be one is an ordinary imported change`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    try await record(5, id: "own", by: house.ada, in: house)
    try await house.store.take(
      try row("1", .change, 7, by: "eve"),
      // Other amounts than their subjects'.
      try row("2", .undo, -6, of: "1", by: "eve"), try row("3", .redo, -7, of: "1"),
      try row("4", .undo, -4, of: "own"),
      try row("5", .undo, -5, of: "own", by: "bea"),
      // The file has no such change.
      try row("6", .undo, -7, of: "1\t#2", by: "eve"), in: house.ada)
    #expect(try await house.store.sums(of: house.main, between: always, in: house.ada) == [7])
    let events = try await house.store.history(of: house.main, newest: 5, in: house.ada)
      .map(\.event)
    let imported = Change.Event.made(.imported(changes: 1))
    let undone = Change.Event.undid(.add(5), of: Change.ID("own"))
    #expect(events == [imported, imported, imported, undone, imported])
    try await house.store.take(
      try row("7", .undo, -7, of: "1"), try row("8", .undo, -5, of: "own"), in: house.ada)
    // What bea took back is not taken back again.
    #expect(try await house.store.sums(of: house.main, between: always, in: house.ada) == [0])
    #expect(try await house.world.faults() == [])
  }
}
