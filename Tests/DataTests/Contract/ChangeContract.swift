import Domain
import Testing

@Suite(.limited) struct `Changes, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `each command returns its event and the count after it`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    world.clock.advance(seconds: 60)
    let applied = try await world.store.apply(
      [.add(5), .add(-7), .add(0), .set(40), .reset], to: main, in: session)
    #expect(applied.refusal == nil)
    #expect(
      applied.outcomes.map(\.event)
        == [.made(.add(5)), .made(.add(-7)), .made(.add(0)), .made(.set(40)), .made(.reset)])
    #expect(applied.outcomes.map(\.count) == [5, -2, -2, 40, 0])
    let counter = try await world.current(main, in: session)
    #expect(counter?.count == 0)
    #expect(counter?.changedAt == world.clock.now)
  }

  @Test(arguments: StoreKind.allCases)
  func `the commands before the first refusal are committed, the others are not`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let applied = try await world.store.apply(
      [.add(1), .set(.max), .add(1), .add(-5)], to: main, in: session)
    #expect(applied.outcomes.map(\.count) == [1, .max])
    #expect(applied.refusal == .outOfRange)
    #expect(try await world.current(main, in: session)?.count == .max)
    #expect(try await world.store.history(of: main, newest: 9, in: session).count == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `adding 0 returns the count, leaves no entry and keeps redo`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.add(5), .set(40), .undo, of: main, in: session)
    let before = try await world.current(main, in: session)
    world.clock.advance(seconds: 60)
    let applied = try await world.store.apply([.add(0), .add(0)], to: main, in: session)
    let outcome = BatchResult.Outcome(event: .made(.add(0)), count: 5)
    #expect(applied.outcomes == [outcome, outcome] && applied.refusal == nil)
    #expect(try await world.current(main, in: session) == before)
    #expect(try await world.store.history(of: main, newest: 9, in: session).count == 3)
    #expect(
      try await world.counts(.redo, .undo, .add(0), .undo, of: main, in: session) == [40, 5, 5, 0])
    #expect(try await world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `an empty batch changes nothing`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let applied = try await world.store.apply([], to: main, in: session)
    #expect(applied.outcomes == [] && applied.refusal == nil)
    #expect(try await world.current(main, in: session) == main)
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      (Int64.max, CountCommand.add(1)), (.max, .add(.max)), (.max, .set(-2)), (.max, .set(.min)),
      (.min, .add(-1)), (.min, .add(.min)), (.min, .set(0)), (.min, .set(.max)), (.min, .reset),
      (-1, .add(.min)), (-1, .set(.max)), (1, .add(.max)), (1, .set(.min)),
      (.max, .add(.min)), (0, .add(.min)), (0, .set(.min)), (.max, .set(-1)),
    ])
  func `a count or an undo outside the 64-bit range is refused and changes nothing`(
    _ kind: StoreKind, _ refused: (start: Int64, command: CountCommand)
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.set(refused.start / 2), .set(refused.start), of: main, in: session)
    let applied = try await world.store.apply([refused.command], to: main, in: session)
    #expect(applied.outcomes == [] && applied.refusal == .outOfRange)
    #expect(try await world.current(main, in: session)?.count == refused.start)
    #expect(try await world.store.history(of: main, newest: 9, in: session).count == 2)
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      (Int64.max, CountCommand.add(-.max), Int64(0)), (.min, .add(.max), -1),
      (0, .add(-.max), -.max), (-1, .add(-.max), .min), (.max, .set(0), 0), (-1, .set(.min), .min),
      (.max, .reset, 0), (.max, .set(.max), .max), (.min, .set(-1), -1),
    ])
  func `every 64-bit count is possible, and can be undone and redone`(
    _ kind: StoreKind, _ edge: (start: Int64, command: CountCommand, end: Int64)
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let counts = try await world.counts(
      .set(edge.start / 2), .set(edge.start), edge.command, .undo, .redo, .undo, of: main,
      in: session)
    #expect(counts.dropFirst() == [edge.start, edge.end, edge.start, edge.end, edge.start])
    let amounts = try await world.store.history(of: main, newest: 4, in: session).map(\.amount)
    let amount = edge.end - edge.start
    #expect(amounts == [amount, -amount, amount, -amount])
  }
}
