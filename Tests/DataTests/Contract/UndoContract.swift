import Domain
import Doubles
import Testing

@Suite struct `Undo and redo, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `undo goes back to the beginning of the history, and redo all the way forth`(
    _ kind: StoreKind
  ) async throws {
    let world = try StoreWorld(kind)
    let (session, main) = try await world.counting()
    let counts = try await world.counts(
      .add(5), .set(40), .reset, .undo, .undo, .undo, .redo, .redo, .redo, of: main, in: session)
    #expect(counts == [5, 40, 0, 40, 5, 0, 5, 40, 0])
    #expect(try await world.store.apply([.redo], to: main, in: session).refusal == .nothingToRedo)
  }

  @Test(arguments: StoreKind.allCases)
  func `there is nothing to undo or redo in a new counter, nor past the ends`(
    _ kind: StoreKind
  ) async throws {
    let world = try StoreWorld(kind)
    let (session, main) = try await world.counting()
    for (command, refusal) in [(CountCommand.undo, Refusal.nothingToUndo), (.redo, .nothingToRedo)]
    {
      let applied = try await world.store.apply([command, .add(1)], to: main, in: session)
      #expect(applied == Applied(outcomes: [], refusal: refusal))
    }
    try await world.counts(.add(1), .undo, of: main, in: session)
    let applied = try await world.store.apply([.undo], to: main, in: session)
    #expect(applied == Applied(outcomes: [], refusal: .nothingToUndo))
    #expect(try await world.current(main, in: session)?.count == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `a new change ends what could be redone, and undo steps over what was undone`(
    _ kind: StoreKind
  ) async throws {
    let world = try StoreWorld(kind)
    let (session, main) = try await world.counting()
    let counts = try await world.counts(
      .add(1), .add(10), .add(100), .undo, .undo, .redo, .undo, .add(1_000), .undo, .undo,
      of: main, in: session)
    #expect(counts == [1, 11, 111, 11, 1, 11, 1, 1_001, 1, 0])
    #expect(try await world.counts(.redo, .redo, of: main, in: session) == [1, 1_001])
    #expect(try await world.store.apply([.redo], to: main, in: session).refusal == .nothingToRedo)
    try await world.counts(.undo, .add(7), of: main, in: session)
    #expect(try await world.store.apply([.redo], to: main, in: session).refusal == .nothingToRedo)
  }

  @Test(arguments: StoreKind.allCases)
  func `what was redone can be undone again, by the name of the first change`(_ kind: StoreKind)
    async throws
  {
    let world = try StoreWorld(kind)
    let (session, main) = try await world.counting()
    let applied = try await world.store.apply(
      [.add(5), .undo, .redo, .undo, .redo], to: main, in: session)
    let history = try await world.store.history(of: main, newest: 9, in: session)
    let first = try #require(history.first?.id)
    #expect(
      applied.outcomes.map(\.event)
        == [
          .made(.add(5)), .undid(.add(5), of: first), .redid(.add(5), of: first),
          .undid(.add(5), of: first), .redid(.add(5), of: first),
        ])
    #expect(history.map(\.event) == applied.outcomes.map(\.event))
  }

  @Test(arguments: StoreKind.allCases)
  func `undo says which change it took back`(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    let (session, main) = try await world.counting()
    let applied = try await world.store.apply(
      [.add(-3), .set(40), .reset, .undo, .undo, .undo], to: main, in: session)
    let history = try await world.store.history(of: main, newest: 9, in: session)
    #expect(Set(history.map(\.id)).count == 6)
    #expect(
      applied.outcomes.suffix(3).map(\.event)
        == [
          .undid(.reset, of: history[2].id), .undid(.set(40), of: history[1].id),
          .undid(.add(-3), of: history[0].id),
        ])
  }

  @Test(arguments: StoreKind.allCases)
  func `two counters have a history each`(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    let (session, main) = try await world.counting()
    let coffee = try await world.store.createCounter(named: try name("coffee"), in: session)
    try await world.counts(.add(1), of: main, in: session)
    let applied = try await world.store.apply([.undo], to: coffee, in: session)
    #expect(applied.refusal == .nothingToUndo)
    #expect(try await world.current(main, in: session)?.count == 1)
  }

  /// The stacks kept as plain arrays, which every store must agree with.
  @Test(arguments: StoreKind.allCases, [1, 2, 3] as [UInt64])
  func `random commands leave what plain stacks leave`(_ kind: StoreKind, _ seed: UInt64)
    async throws
  {
    let world = try StoreWorld(kind)
    let (session, main) = try await world.counting()
    var generator = SplitMix(seed: seed)
    var (undoable, redoable): ([Int64], [Int64]) = ([], [])
    var (count, expected, commands): (Int64, [Int64], [CountCommand]) = (0, [], [])
    while commands.count < 400 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<3:
        guard let before = undoable.popLast() else { continue }
        redoable.append(count)
        count = before
        commands.append(.undo)
      case 3..<6:
        guard let after = redoable.popLast() else { continue }
        undoable.append(count)
        count = after
        commands.append(.redo)
      default:
        // Adding 0 is no change.
        let amount =
          Int64.random(in: 1...9, using: &generator) * (Bool.random(using: &generator) ? 1 : -1)
        undoable.append(count)
        redoable = []
        count += amount
        commands.append(.add(amount))
      }
      expected.append(count)
    }
    var counts: [Int64] = []
    for start in stride(from: 0, to: commands.count, by: 40) {
      let batch = Array(commands[start..<start + 40])
      let applied = try await world.store.apply(batch, to: main, in: session)
      #expect(applied.refusal == nil)
      counts += applied.outcomes.map(\.count)
    }
    #expect(counts == expected)
    #expect(
      try await world.store.history(of: main, newest: 1_000, in: session).map(\.count) == expected)
  }
}
