import Domain
import Doubles
import Testing

@Suite(.limited) struct `Reverts, in every store` {
  private static let earlier = Timestamp(milliseconds: 1_700_000_000_000)

  @Test(arguments: StoreKind.allCases)
  func `a revert adds the opposite at the time of the entry, so that its day is right`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    _ = try await world.store.record(
      CommandRequest(.add(5), at: Self.earlier), toCounter: main.id, in: session)
    try await world.counts(.add(1), of: main, in: session)
    let applied = try await world.store.apply([.revert(1)], to: main, in: session)
    let history = try await world.store.history(of: main, newest: 9, in: session)
    #expect(
      applied.outcomes == [
        BatchResult.Outcome(
          event: .reverted(5, number: 1, at: Self.earlier, of: history[0].id), count: 1)
      ])
    #expect(history.map(\.event) == [.made(.add(5)), .made(.add(1)), applied.outcomes[0].event])
    #expect(history.map(\.amount) == [5, 1, -5])
    #expect(history.map(\.number) == [1, 2, 3])
    #expect(history.map(\.time) == [Self.earlier, world.clock.now, Self.earlier])
    let boundaries = [.min, Self.earlier.milliseconds + 1, .max].map(Timestamp.init(milliseconds:))
    #expect(try await world.store.sums(of: main, between: boundaries, in: session) == [0, 1])
    #expect(try await world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a revert is undone and redone like any change, and what it took back can be reverted again`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let commands: [CountCommand] = [
      .add(5), .revert(1), .undo, .redo, .undo, .revert(1), .undo, .undo, .redo, .redo,
    ]
    let applied = try await world.store.apply(commands, to: main, in: session)
    #expect(applied.outcomes.map(\.count) == [5, 0, 5, 0, 5, 0, 5, 0, 5, 0])
    let history = try await world.store.history(of: main, newest: 20, in: session)
    #expect(history[2].event == .undid(.revert(of: 5), of: history[1].id))
    #expect(history[3].event == .redid(.revert(of: 5), of: history[1].id))
    #expect(history[7].event == .undid(.add(5), of: history[0].id))
    #expect(history.map(\.event) == applied.outcomes.map(\.event))
    #expect(try await world.store.sums(of: main, between: always, in: session) == [0])
    #expect(try await world.faults() == [])
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      ([.add(5)], 0, .noSuchEntry("0")), ([.add(5)], 2, .noSuchEntry("2")),
      ([.add(5)], -1, .noSuchEntry("-1")),
      ([.add(5), .revert(1)], 1, .revert(.reverted)),
      ([.add(5), .revert(1)], 2, .revert(.notOwnAddition)),
      ([.add(5), .revert(1), .undo, .undo], 1, .revert(.undone)),
      ([.add(5), .undo], 1, .revert(.undone)), ([.add(5), .undo], 2, .revert(.notOwnAddition)),
      ([.set(7)], 1, .revert(.notOwnAddition)), ([.add(5), .reset], 2, .revert(.notOwnAddition)),
    ] as [([CountCommand], Int64, Refusal)])
  func `only an addition that stands is reverted, and only once`(
    _ kind: StoreKind, _ refused: (before: [CountCommand], number: Int64, refusal: Refusal)
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let before = try await world.store.apply(refused.before, to: main, in: session)
    let applied = try await world.store.apply([.revert(refused.number)], to: main, in: session)
    #expect(before.refusal == nil && applied.refusal == refused.refusal)
    #expect(applied.counter.count == before.counter.count)
  }

  @Test(arguments: StoreKind.allCases)
  func `what the owner set is settled for the owner too, even if the set is undone`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.add(5), .set(40), .undo, .add(2), of: main, in: session)
    let settled = try await world.store.apply([.revert(1)], to: main, in: session)
    #expect(settled.refusal == .revert(.settled(by: session.user.username)))
    #expect(try await world.counts(.revert(4), of: main, in: session) == [5])
  }

  @Test(arguments: StoreKind.allCases)
  func `each person reverts their own additions, and imported ones nobody`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (ada, main) = try await world.counting()
    let bea = try await world.signedUp("bea").session
    let dan = try await world.signedUp("dan").session
    for (person, permission) in [(bea, Role.Permission.counts), (dan, .views)] {
      try await world.store.share(main, with: person.user.username, as: permission, in: ada)
    }
    try await world.counts(.add(5), of: main, in: ada)
    try await world.counts(.add(3), of: main, in: bea)
    try await world.store.take(try row("a", .change, 2), in: ada)
    func refusal(of number: Int64, by person: Session) async throws -> Refusal? {
      try await world.store.apply([.revert(number)], to: main, in: person).refusal
    }
    #expect(try await refusal(of: 1, by: bea) == .revert(.notOwnAddition))
    #expect(try await refusal(of: 2, by: ada) == .revert(.notOwnAddition))
    #expect(try await refusal(of: 3, by: ada) == .revert(.notOwnAddition))
    #expect(try await refusal(of: 1, by: dan) == .ownerOnly(ada.user.username))
    #expect(try await world.counts(.revert(2), of: main, in: bea) == [7])
    #expect(try await world.counts(.revert(1), of: main, in: ada) == [2])
    #expect(try await world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a repeat with the same identifier reverts once`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.add(5), .add(1), of: main, in: session)
    let request = CommandRequest(.revert(1), id: Change.ID("once"), note: Note(stored: "typo"))
    let first = try await world.store.record(request, toCounter: main.id, in: session)
    let again = try await world.store.record(request, toCounter: main.id, in: session)
    #expect(first.outcome.event == again.outcome.event && again.outcome.isRepeat)
    #expect(again.counter.count == 1)
    let other = CommandRequest(.revert(2), id: Change.ID("once"))
    await #expect(throws: Refusal.identifierTaken) {
      try await world.store.record(other, toCounter: main.id, in: session)
    }
    let history = try await world.store.history(of: main, newest: 1, in: session)
    #expect(history.map(\.note) == [Note(stored: "typo")])
  }

  @Test(arguments: StoreKind.allCases)
  func `an export and import keep a revert and what it names`(_ kind: StoreKind) async throws {
    let (home, away) = (try await StoreWorld(kind), try await StoreWorld(kind))
    let (ada, main) = try await home.counting()
    try await home.counts(.add(5), .revert(1), .undo, .add(2), .revert(4), of: main, in: ada)
    let file = try await home.store.exported(in: ada)
    #expect(file.map(\.kind) == [.new, .change, .revert, .undo, .change, .revert])
    #expect(file[2].of == file[1].id && file[5].of == file[4].id)
    let carl = try await away.signedUp("carl").session
    try await away.store.take(file, in: carl)
    let copy = try await away.store.exported(in: carl)
    #expect(copy.map(\.kind) == file.map(\.kind) && copy.map(\.of) == file.map(\.of))
    #expect(copy.map(\.change) == file.map(\.change))
    let again = try await away.store.take(file, in: carl)
    #expect(again == ImportSummary(changes: 0, newCounters: 0))
    let counter = try #require(try await away.store.counters(in: carl).first)
    #expect(try await away.store.sums(of: counter, between: always, in: carl) == [5])
    #expect(try await away.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `an imported revert marks only rows that are imported or the importer's own`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (ada, main) = try await world.counting()
    let bea = try await world.signedUp("bea").session
    try await world.store.share(main, with: bea.user.username, as: .counts, in: ada)
    for (person, id) in [(ada, "adas"), (bea, "beas")] {
      _ = try await world.store.record(
        CommandRequest(.add(5), id: Change.ID(id)), toCounter: main.id, in: person)
    }
    try await world.store.take(
      try row("x", .revert, -5, of: "adas"), try row("y", .revert, -5, of: "beas"),
      try row("z", .revert, -4, of: "adas"), try row("u", .undo, 5, of: "x"), in: ada)
    let history = try await world.store.history(of: main, newest: 4, in: ada)
    #expect(
      history.map(\.event) == [
        .reverted(5, number: 1, at: Self.earlier, of: Change.ID("adas")), .made(.add(-5)),
        .made(.add(-4)),
        .undid(.revert(of: 5), of: Change.ID("x")),
      ])
    #expect(try await world.current(main, in: ada)?.count == 1)
    try await world.store.take(try row("r", .revert, -5, of: "adas"), in: ada)
    let refused = try await world.store.apply([.revert(1)], to: main, in: ada)
    #expect(refused.refusal == .revert(.reverted))
    #expect(try await world.faults() == [])
  }
}
