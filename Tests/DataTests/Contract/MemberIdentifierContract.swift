import Data
import Domain
import Doubles
import Testing

@Suite(.limited) struct `Identifiers, imports and targets of shared counters, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `each member has their own identifiers`(_ kind: StoreKind) async throws {
    let house = try await House(kind)
    try await house.share(with: house.bea)
    let id = Change.ID("build-1")
    func record(_ command: CountCommand, in session: Session) async throws -> RecordedChange {
      try await house.store.record(
        CommandRequest(command, id: id), on: reference("ada/main"), creating: false, in: session)
    }
    #expect(try await record(.add(5), in: house.ada).outcome.count == 5)
    #expect(try await record(.add(3), in: house.bea).outcome.count == 8)
    #expect(try await record(.add(5), in: house.ada).outcome.count == 5)
    #expect(try await record(.add(3), in: house.bea).outcome.count == 8)
    await #expect(throws: Refusal.identifierTaken) { try await record(.undo, in: house.bea) }
    #expect(try await house.store.refreshed(house.main, in: house.ada).count == 8)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a former member hears which of their own changes were recorded, and of no other`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    try await house.share(with: house.bea)
    let other = try await house.store.createCounter(named: try name("other"), in: house.bea)
    func add(_ amount: Int64, _ id: String) throws -> CommandRequest {
      CommandRequest(.add(amount), id: try Change.ID(checking: id))
    }
    _ = try await house.store.record(try add(5, "1"), toCounter: house.main.id, in: house.bea)
    _ = try await house.store.record(try add(5, "2"), toCounter: house.main.id, in: house.ada)
    _ = try await house.store.record(try add(5, "3"), toCounter: other.id, in: house.bea)
    _ = try await house.store.unshare(house.main, with: house.bea.user.username, in: house.ada)
    let asked = try [add(5, "1"), add(6, "1"), add(5, "2"), add(5, "3"), add(5, "4")]
    #expect(
      try await house.store.areRecorded(asked, onCounter: house.main.id, in: house.bea)
        == [true, false, false, false, false])
    #expect(
      try await house.store.areRecorded(asked, onCounter: other.id, in: house.bea)
        == [false, false, false, true, false])
    try await house.store.endSession(house.bea)
    await #expect(throws: Refusal.notLoggedIn) {
      try await house.store.areRecorded(asked, onCounter: house.main.id, in: house.bea)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a change is identified by its id and its author together`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    let rows = [
      try row("1", .change, 5), try row("1", .change, 7, by: "bea"),
      try row("1", .change, 11, by: "eve"), try row("2", .undo, -7, of: "1", by: "bea"),
    ]
    #expect(try await house.store.take(rows, in: house.ada).changes == 4)
    #expect(try await house.store.refreshed(house.main, in: house.ada).count == 16)
    #expect(try await house.store.sums(of: house.main, between: always, in: house.ada) == [16])
    #expect(try await house.store.take(rows, in: house.ada).changes == 0)
    #expect(
      try await house.store.take(try row("1", .change, 5, by: "ADA"), in: house.ada).changes == 0)
    #expect(
      try await house.store.take(try row("1", .change, 13, by: "cleo"), in: house.ada).changes == 1)
    // The author is not an account, so bea has nothing to undo, and her own id is free.
    try await house.share(with: house.bea)
    let applied = try await house.store.apply([.undo], to: house.main, in: house.bea)
    #expect(applied.refusal == .nothingToUndo)
    let own = try await house.store.record(
      CommandRequest(.add(1), id: Change.ID("1")), on: reference("ada/main"), creating: false,
      in: house.bea)
    #expect(own.outcome.count == 30)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `an import adds nothing to somebody else's counter`(_ kind: StoreKind) async throws {
    let house = try await House(kind)
    try await house.share(with: house.bea)
    await #expect(throws: Refusal.ownerOnly(house.ada.user.username)) {
      try await house.store.take(
        try row("1", .change, 5), try row("2", .change, 5, in: "Ada/Main"), in: house.bea)
    }
    #expect(try await house.store.counters(in: house.bea).map(\.count) == [0, 0])
    try await house.store.take(try row("3", .change, 5, in: "old/name"), in: house.bea)
    #expect(try await house.store.counters(in: house.bea).map(\.count) == [0, 5, 0])
  }

  @Test(arguments: StoreKind.allCases)
  func `a trial import returns what it would do, and saves nothing`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    let rows = [try row("1", .change, 5), try row("2", .change, 5, in: "tea")]
    for _ in 1...2 {
      let summary = try await house.store.importRows(
        Pages(rows), isTrial: true, in: house.ada, saved: { _ in })
      #expect(summary == ImportSummary(changes: 2, newCounters: 1))
      #expect(try await house.store.counters(in: house.ada) == [house.main])
    }
    await #expect(throws: Refusal.badRow(line: 2, .outOfRange)) {
      try await house.store.importRows(
        Pages([try row("1", .change, .max), try row("2", .change, 1)]), isTrial: true,
        in: house.ada, saved: { _ in })
    }
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `an expected count is required, except for a known id, which answers first`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    func add(expecting count: Int64, id: String? = nil) async throws -> Int64 {
      try await house.store.record(
        CommandRequest(.add(5), id: id.map { Change.ID($0) }, expected: count),
        on: reference("main"), creating: false, in: house.ada
      ).outcome.count
    }
    #expect(try await add(expecting: 0, id: "a") == 5)
    await #expect(throws: Refusal.unexpectedCount(5, expected: 4)) { try await add(expecting: 4) }
    #expect(try await add(expecting: 5) == 10)
    #expect(try await add(expecting: 0, id: "a") == 5)
    #expect(try await house.store.refreshed(house.main, in: house.ada).count == 10)
  }

  @Test(arguments: StoreKind.allCases)
  func `a target is reached by the change that moves the count from below it to it or beyond`(
    _ kind: StoreKind
  ) async throws {
    let house = try await House(kind)
    let main = try await house.store.setTarget(10, of: house.main, in: house.ada)
    #expect(main.target == 10)
    #expect(try await house.store.refreshed(house.main, in: house.ada).target == 10)
    #expect(try await house.store.history(of: main, newest: 9, in: house.ada) == [])
    let commands: [CountCommand] = [.add(9), .add(1), .add(1), .add(-5), .set(40), .undo, .redo]
    let applied = try await house.store.apply(commands, to: main, in: house.ada)
    #expect(
      applied.outcomes.map(\.targetEvent)
        == [nil, .targetReached, nil, nil, .targetReached, nil, .targetReached])
    let none = try await house.store.setTarget(nil, of: main, in: house.ada)
    #expect(none.target == nil)
    let after = try await house.store.apply([.set(0), .add(50)], to: main, in: house.ada)
    #expect(after.outcomes.map(\.targetEvent) == [nil, nil])
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a limit is kept, and says how far each further addition is beyond it`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    let limit = Target(10, isLimit: true)
    let main = try await house.store.setTarget(limit, of: house.main, in: house.ada)
    #expect(main.target == limit)
    #expect(try await house.store.refreshed(main, in: house.ada).target == limit)
    let commands: [CountCommand] = [.add(9), .add(1), .add(1), .add(3), .add(-2), .undo, .undo]
    let applied = try await house.store.apply(commands, to: main, in: house.ada)
    #expect(
      applied.outcomes.map(\.targetEvent)
        == [
          nil, .limitReached, .overLimit(by: 1), .overLimit(by: 4), nil, .overLimit(by: 4), nil,
        ])
    let plain = try await house.store.setTarget(20, of: main, in: house.ada)
    #expect(try await house.store.refreshed(plain, in: house.ada).target == 20)
    let none = try await house.store.setTarget(nil, of: main, in: house.ada)
    #expect(try await house.store.refreshed(none, in: house.ada).target == nil)
    #expect(try await house.world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a counter may have a thousand members, and a member a thousand counters`(_ kind: StoreKind)
    async throws
  {
    let house = try await House(kind)
    let count = kind == .sqlite ? 1_000 : 200
    let people = try (1...count).map { try Username("p\($0)") }
    for person in people {
      let new = NewUser(username: person, passwordHash: PasswordHash("hash"))
      _ = try await house.store.signUp(
        new, firstCounter: try name("main"), on: Device(place: "tty1"))
      try await house.store.share(house.main, with: person, as: .counts, in: house.ada)
    }
    for number in 1...count {
      let counter = try await house.store.createCounter(
        named: try name("c\(number)"), in: house.ada)
      try await house.store.share(
        counter, with: house.bea.user.username, as: .counts, in: house.ada)
    }
    #expect(
      try await house.store.members(of: house.main, summing: allTime, in: house.ada).count
        == count + 1)
    #expect(try await house.store.counters(summing: allTime, in: house.bea).count == count + 1)
    #expect(try await house.store.membersOfOwnCounters(in: house.ada).count == count + 1)
  }
}
