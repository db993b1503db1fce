import Domain
import Doubles
import Foundation
import Testing

/// The property of PROMISES: a file is exact. `TALLY_TRANSFERS=full` tries 10,000 histories, and
/// `TALLY_SEED` repeats a run.
@Suite(.limited) struct `Random histories, exported and imported` {
  private static let isFull = ProcessInfo.processInfo.environment["TALLY_TRANSFERS"] == "full"

  /// Each part has stores of its own, so that all processors are used.
  private static let parts = 0..<(isFull ? 10 : 1)

  private static func histories(_ kind: StoreKind, part: Int) -> Range<Int> {
    let count =
      switch kind {
      case .sqlite: isFull ? 1_000 : 12
      case .memory: isFull ? 100 : 20
      case .postgresql: isFull ? 50 : 3
      }
    return part * count..<(part + 1) * count
  }

  @Test(arguments: StoreKind.allCases, parts)
  func `are the same everywhere, or nothing is changed`(_ kind: StoreKind, part: Int) async throws {
    let (home, away) = (try await StoreWorld(kind), try await StoreWorld(kind))
    var refused = 0
    for number in Self.histories(kind, part: part) {
      let seed = Seed() + number
      var history = try await RandomHistory(number, seed, home: home, away: away)
      try await history.play()
      refused += try await history.check()
      if !history.faults.isEmpty {
        Issue.record("\(history.faults) with \(seed)")
        return
      }
    }
    print("  \(refused) imports were refused, and changed nothing")
    #expect(try await home.faults() == [])
    #expect(try await away.faults() == [])
  }
}

/// A random history of an owner and three members, and what its files do in other places.
private struct RandomHistory {
  private let number: Int
  private let home: StoreWorld
  private let away: StoreWorld
  private var generator: SplitMix
  private let owner: Session
  private var members: [Session] = []
  private var deleted: Set<Int64> = []
  private var earlier: [[TransferRow]] = []
  /// What was not as it must be.
  private(set) var faults: [String] = []

  private static let names = ["bea", "gus", "Zoe"]
  private static let ids = ["1", "2", "k", "0d9488c8-1a5e-4c3b-9d5e-27f4f4b6d001"]

  init(_ number: Int, _ seed: Seed, home: StoreWorld, away: StoreWorld) async throws {
    self.number = number
    self.home = home
    self.away = away
    generator = seed.generator
    owner = try await home.signedUp("ada\(number)").session
    _ = try await home.store.createCounter(named: try name("tea"), in: owner)
    for name in Self.names { members.append(try await home.signedUp("\(name)\(number)").session) }
    for counter in try await home.store.counters(in: owner) {
      for member in members {
        _ = try await home.store.share(
          counter, with: member.user.username, as: .counts, in: owner)
      }
    }
  }

  mutating func play() async throws {
    for _ in 0..<Int.random(in: 4...24, using: &generator) {
      home.clock.advance(seconds: .random(in: 0...2, using: &generator) * 1_800)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: try await takeForeignFile()
      case 1: earlier.append(try await home.store.exported(in: owner))
      case 2: try await deleteSomebody()
      case 3: try await rename()
      default: try await count()
      }
    }
  }

  private mutating func count() async throws {
    let people = [owner, owner] + members.filter { !deleted.contains($0.id) }
    guard let person = people.randomElement(using: &generator) else { return }
    let commands: [CountCommand] =
      [.add(1), .add(1), .add(5), .add(-3), .undo, .redo]
      + (person.id == owner.id ? [.set(40), .reset] : [])
    let request = CommandRequest(
      commands.randomElement(using: &generator) ?? .undo,
      at: Bool.random(using: &generator) ? nil : Timestamp(milliseconds: 1_700_000_000_000),
      id: Int.random(in: 0..<3, using: &generator) == 0
        ? nil : Self.ids.randomElement(using: &generator).map { Change.ID($0) },
      note: Bool.random(using: &generator) ? nil : Note(stored: "bus \(number)"))
    let counter = try await ownCounter().name.text
    let typed = person.id == owner.id ? counter : "ada\(number)/\(counter)"
    // Nothing to undo, or an identifier that was used for something else.
    _ = try? await home.store.record(request, on: reference(typed), creating: false, in: person)
  }

  private mutating func ownCounter() async throws -> Counter {
    let own = try await home.store.counters(in: owner)
    return try #require(own.randomElement(using: &generator))
  }

  /// Gives a counter a name that another may have had, unless it is taken.
  private mutating func rename() async throws {
    let counter = try await ownCounter()
    let newName = ["main", "tea", "cup"].randomElement(using: &generator) ?? "cup"
    _ = try? await home.store.rename(counter, to: try name(newName), in: owner)
  }

  private mutating func takeForeignFile() async throws {
    let authors: [String?] = [
      nil, "bea\(number)", "BEA\(number)", "gus\(number)", "zoe\(number)", "Ada\(number)", "eve",
      Change.Author.formerText,
    ]
    let rows = try (0..<Int.random(in: 2...5, using: &generator)).map { index in
      try row(
        Bool.random(using: &generator)
          ? "f\(index)" : Self.ids.randomElement(using: &generator) ?? "1",
        .change, [1, 5, 7].randomElement(using: &generator) ?? 1,
        in: ["main", "tea"].randomElement(using: &generator) ?? "main",
        at: Timestamp(milliseconds: 1_700_000_000_000),
        by: authors.randomElement(using: &generator) ?? nil,
        note: [nil, "bus", "tram"].randomElement(using: &generator) ?? nil)
    }
    _ = try? await home.store.take(rows, in: owner)
  }

  private mutating func deleteSomebody() async throws {
    let living = members.filter { !deleted.contains($0.id) }
    guard let member = living.randomElement(using: &generator) else { return }
    try await home.store.deleteAccount(in: member)
    deleted.insert(member.id)
  }

  /// Imports the files in all places. Returns how many imports were refused.
  mutating func check() async throws -> Int {
    let last = try await home.store.exported(in: owner)
    let files = earlier + [last]
    var refused = 0
    try await expectNothing(of: files, at: home, in: owner, "at home")
    try await deleteSomebody()
    try await expectNothing(of: files.reversed(), at: home, in: owner, "after a deletion")

    // A whole file, in a new account elsewhere, which may be named like anybody.
    let names = ["ADA\(number)", "bea\(number)", "eve\(number)"]
    let importer = try await away.signedUp(names.randomElement(using: &generator) ?? "eve").session
    try await away.store.take(last, in: importer)
    await expectSame(
      last, of: owner, try await away.store.exported(in: importer), of: importer, "away")
    try await expectSums(of: importer, "away")
    try await expectNothing(of: [last], at: away, in: importer, "away again")
    refused += try await take(files, at: away, in: importer, expecting: last)
    let back = try await away.store.exported(in: importer)
    // The account's first counter is its own, unless it has counted.
    let counted = Set(back.filter { $0.kind != .new }.map(\.name))
    try await expectNothing(
      of: [back.filter { counted.contains($0.name) }], at: home, in: owner, "back home")
    try await expectUndo(of: importer)

    // From the first file to the last.
    let other = try await away.signedUp("other\(number)").session
    refused += try await take(files, at: away, in: other, expecting: nil)
    let rows = try await away.store.exported(in: other)
    if refused == 0 {
      expect(Self.contents(rows) == Self.contents(last), "one file after the other")
      try await expectSums(of: other, "one file after the other")
    }
    refused += try await expectUndone(files)
    refused += try await expectMerged(last)
    // All files as one, in which a name must mean one counter.
    let reader = try await away.signedUp("reader\(number)").session
    let makings = Dictionary(grouping: files.flatMap(\.self).filter { $0.kind == .new }) { $0.name }
    let isClear = makings.values.allSatisfy { Set($0.map(\.id)).count == 1 }
    if isClear, try await take([files.flatMap(\.self)], at: away, in: reader, expecting: nil) == 0 {
      let rows = try await away.store.exported(in: reader)
      expect(Self.contents(rows) == Self.contents(last), "all files as one")
      try await expectSums(of: reader, "all files as one")
    }
    // Another account of the same store.
    let neighbour = try await home.signedUp("neighbour\(number)").session
    try await home.store.take(last, in: neighbour)
    await expectSame(
      last, of: owner, try await home.store.exported(in: neighbour), of: neighbour, "next door")
    try await expectNothing(of: [last], at: home, in: neighbour, "next door again")

    // As earlier versions wrote it: at home it changes nothing, or is refused.
    let old = last.map(\.withoutNumbers)
    let before = try await home.store.exported(in: owner)
    _ = try? await home.store.take(old, in: owner)
    expect(try await home.store.exported(in: owner) == before, "an old file at home")
    return refused
  }

  private mutating func expect(_ isTrue: Bool, _ fault: String) {
    if !isTrue { faults.append(fault) }
  }

  private mutating func expectNothing(
    of files: some Sequence<[TransferRow]>, at world: StoreWorld, in session: Session,
    _ place: String
  ) async throws {
    let before = try await world.store.exported(in: session)
    for file in files {
      do {
        let summary = try await world.store.take(file, in: session)
        expect(summary == ImportSummary(changes: 0, newCounters: 0), "\(place): \(summary)")
      } catch {
        faults.append("\(place): \(error)")
      }
    }
    expect(try await world.store.exported(in: session) == before, "rows \(place)")
  }

  /// Imports files. Each is imported whole or refused. Returns how many were refused.
  private mutating func take(
    _ files: [[TransferRow]], at world: StoreWorld, in session: Session,
    expecting rows: [TransferRow]?
  ) async throws -> Int {
    var refused = 0
    for file in files {
      let before = try await world.store.exported(in: session)
      do {
        try await world.store.take(file, in: session)
      } catch {
        refused += 1
        expect(try await world.store.exported(in: session) == before, "refused, but changed")
      }
    }
    if let rows {
      let found = try await world.store.exported(in: session)
      expect(Self.contents(found) == Self.contents(rows), "earlier files after the last")
    }
    return refused
  }

  private mutating func expectSame(
    _ rows: [TransferRow], of owner: Session, _ copies: [TransferRow], of importer: Session,
    _ place: String
  ) async {
    func texts(_ rows: [TransferRow], isOriginal: Bool) -> [String] {
      rows.filter { $0.kind != .new }.map { row in
        let kind = [.set, .reset].contains(row.kind) && isOriginal ? .imported : row.kind
        return
          "\(row.name.key) \(row.id.textInFile) \(row.time.milliseconds) \(kind) \(row.change) "
          + "\(row.count) \(row.of?.textInFile ?? "") \(row.changes) \(row.by?.lowercased() ?? "") "
          + "\(row.note?.text ?? "")"
      }
    }
    let (expected, found) = (texts(rows, isOriginal: true), texts(copies, isOriginal: false))
    for (row, copy) in zip(expected, found) where row != copy {
      faults.append("\(place): \(row) became \(copy)")
      return
    }
    expect(expected.count == found.count, "\(place): \(expected.count) became \(found.count) rows")
  }

  private mutating func expectSums(of importer: Session, _ place: String) async throws {
    let bars = [
      Timestamp(milliseconds: .min), Timestamp(milliseconds: 1_700_000_000_001),
      Timestamp(milliseconds: .max),
    ]
    func sums(_ world: StoreWorld, _ session: Session) async throws -> [String] {
      var sums: [String] = []
      for counter in try await world.store.counters(in: session)
      where counter.permission == nil {
        let sum = try await world.store.sums(of: counter, between: bars, in: session)
        if counter.version > 0 { sums.append("\(counter.count) \(sum)") }
      }
      return sums.sorted()
    }
    let (hers, theirs) = (try await sums(home, owner), try await sums(away, importer))
    expect(hers == theirs, "\(place): \(hers) became \(theirs)")
  }

  private mutating func expectUndo(of importer: Session) async throws {
    for counter in try await away.store.counters(in: importer) where counter.version > 0 {
      let applied = try await away.store.apply([.undo, .redo], to: counter, in: importer)
      let counts = applied.outcomes.map(\.count)
      expect(counts == [0, counter.count], "undo of \(counter.count) led to \(counts)")
    }
  }

  /// The first file's changes, undone by hand, stay undone whatever later files say of them.
  private mutating func expectUndone(_ files: [[TransferRow]]) async throws -> Int {
    guard let last = files.last, files.count > 1 else { return 0 }
    let session = try await away.signedUp("undoer\(number)").session
    try await away.store.take(files[0], in: session)
    for counter in try await away.store.counters(in: session) where counter.version > 0 {
      _ = try await away.store.apply([.undo], to: counter, in: session)
    }
    let refused = try await take(Array(files.dropFirst()), at: away, in: session, expecting: nil)
    guard refused == 0 else { return refused }
    let undone = Set(files[0].filter { $0.kind != .new }.map(\.id))
    let expected = last.filter { row in
      !undone.contains(row.id) && !(row.of.map(undone.contains) ?? false)
    }.reduce(0) { $0 + $1.change }
    let count = try await away.store.counters(in: session).reduce(0) { $0 + $1.count }
    expect(count == expected, "an undone file: \(expected) became \(count)")
    try await expectNothing(of: files, at: away, in: session, "an undone file again")
    return 0
  }

  /// Two people count, undo and redo in copies of the file, and one takes the other's meanwhile. A
  /// third has the same after both files, in either order.
  private mutating func expectMerged(_ file: [TransferRow]) async throws -> Int {
    var people: [Session] = []
    for name in ["left", "right"] {
      let person = try await away.signedUp("\(name)\(number)").session
      try await away.store.take(file, in: person)
      people.append(person)
    }
    var refused = 0
    for person in people {
      for counter in try await away.store.counters(in: person) where counter.version > 0 {
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
          let command =
            [.undo, .redo, .undo, .redo, CountCommand.add(3)]
            .randomElement(using: &generator) ?? .undo
          _ = try? await away.store.apply([command], to: counter, in: person)
        }
      }
    }
    if Bool.random(using: &generator) {
      let other = try await away.store.exported(in: people[0])
      refused += try await take([other], at: away, in: people[1], expecting: nil)
    }
    var files: [[TransferRow]] = []
    for person in people { files.append(try await away.store.exported(in: person)) }
    var counts: [[Int64]] = []
    for (name, order) in [("forth", files), ("back", files.reversed())] {
      let reader = try await away.signedUp("\(name)\(number)").session
      refused += try await take(order, at: away, in: reader, expecting: nil)
      try await expectNothing(of: order, at: away, in: reader, "merged \(name) again")
      counts.append(try await away.store.counters(in: reader).map(\.count).sorted())
    }
    guard refused == 0 else { return refused }
    expect(counts[0] == counts[1], "merged: \(counts)")
    return 0
  }

  /// What the rows of each counter add, whoever made them and whatever its name is.
  private static func contents(_ rows: [TransferRow]) -> [[String]] {
    Dictionary(grouping: rows.filter { $0.kind != .new && !$0.isOfImport }, by: \.name)
      .values.map { $0.map { "\($0.id.text) \($0.time.milliseconds) \($0.change)" }.sorted() }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension TransferRow {
  /// Whether it undoes or redoes a whole import.
  fileprivate var isOfImport: Bool { [.undo, .redo].contains(kind) && changes > 1 }

  /// The row as versions wrote it that did not number identifiers.
  fileprivate var withoutNumbers: TransferRow {
    TransferRow(
      id: Change.ID(id.text), name: name, time: time, kind: kind, change: change, count: count,
      of: of.map { Change.ID($0.text) }, changes: changes, by: by)
  }
}
