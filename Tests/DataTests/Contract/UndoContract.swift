import Domain
import Doubles
import Testing

@Suite(.limited) struct `Undo and redo, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `undo goes back to the beginning of the history, and redo to its end`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let counts = try await world.counts(
      .add(5), .set(40), .reset, .undo, .undo, .undo, .redo, .redo, .redo, of: main, in: session)
    #expect(counts == [5, 40, 0, 40, 5, 0, 5, 40, 0])
    #expect(try await world.store.apply([.redo], to: main, in: session).refusal == .nothingToRedo)
  }

  @Test(arguments: StoreKind.allCases)
  func `a new counter has nothing to undo or redo, and neither have the ends`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    for (command, refusal) in [(CountCommand.undo, Refusal.nothingToUndo), (.redo, .nothingToRedo)]
    {
      let applied = try await world.store.apply([command, .add(1)], to: main, in: session)
      #expect(applied.outcomes == [] && applied.refusal == refusal)
    }
    try await world.counts(.add(1), .undo, of: main, in: session)
    let applied = try await world.store.apply([.undo], to: main, in: session)
    #expect(applied.outcomes == [] && applied.refusal == .nothingToUndo)
    #expect(try await world.current(main, in: session)?.count == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `a new change clears redo, and undo skips undone changes`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
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
  func `a redone change can be undone again, and names the first change`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
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
  func `undo names the change that it undid`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
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
  func `each counter has its own history`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let coffee = try await world.store.createCounter(named: try name("coffee"), in: session)
    try await world.counts(.add(1), of: main, in: session)
    let applied = try await world.store.apply([.undo], to: coffee, in: session)
    #expect(applied.refusal == .nothingToUndo)
    #expect(try await world.current(main, in: session)?.count == 1)
  }

  /// As many as somebody makes in years, with imports between; each is compared with a recount.
  @Test(arguments: StoreKind.allCases, [1, 5])
  func `random commands leave the count of the remaining changes`(
    _ kind: StoreKind, of people: Int
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    var sessions = [session]
    for number in 1..<people {
      sessions.append(try await world.signedUp("member\(number)").session)
      try await world.store.share(
        main, with: sessions[number].user.username, as: .counts, in: session)
    }
    let longest = people == 1 ? CountCommand.largestBatch : 30
    var generator = Seed().generator
    var model = RecountedCounter()
    var (done, imports, counts): (Int, Int, [Int64]) = (0, 0, [])
    /// The model's act that each entry made, if it made one alone.
    var acts: [Int?] = []
    while done < 4_000 || imports < 10 {
      var (commands, expected): ([CountCommand], [Int64]) = ([], [])
      var refusal: Refusal?
      let person = Int.random(in: 0..<people, using: &generator)
      while commands.count < longest, refusal == nil {
        let command = self.command(&generator, in: acts.count)
        commands.append(command)
        switch model.answer(to: command, by: person, acts: acts) {
        case .moved(_, let count, let act):
          expected.append(count)
          acts.append([.undo, .redo].contains(command) ? nil : act)
        case .unmoved: expected.append(model.count)
        case _ where Int.random(in: 0..<20, using: &generator) > 0:
          // A refusal would end the batch early.
          commands.removeLast()
        case .outOfRange: refusal = .outOfRange
        case .nothingLeft: refusal = command == .undo ? .nothingToUndo : .nothingToRedo
        case .settled:
          let owner = session.user.username
          refusal =
            switch command {
            case .undo: .undoSettled(by: owner)
            case .redo: .redoSettled(by: owner)
            default: .revert(.settled(by: owner))
            }
        case .notOwnAddition: refusal = .revert(.notOwnAddition)
        case .reverted: refusal = .revert(.reverted)
        case .undone: refusal = .revert(.undone)
        case nil: refusal = .ownerOnly(session.user.username)
        }
      }
      let applied = try await world.store.apply(commands, to: main, in: sessions[person])
      try #require(applied.outcomes.map(\.count) == expected, "\(Seed())")
      try #require(applied.refusal == refusal, "\(Seed())")
      done += commands.count
      counts += zip(commands, expected).filter { $0.0 != .add(0) }.map(\.1)
      guard Int.random(in: 0..<4, using: &generator) == 0 else { continue }
      imports += 1
      let rows = try (1...Int.random(in: 1...9, using: &generator)).map {
        try row("\(imports) \($0)", .change, .random(in: -9...9, using: &generator))
      }
      let start = model.count
      if case .outOfRange = model.take(rows.map(\.change), by: 0) { continue }
      try await world.store.take(rows, in: session)
      acts += rows.map { _ in nil }
      counts += rows.indices.map { start + rows[...$0].reduce(0) { $0 + $1.change } }
      done += 1
    }
    let history = try await world.store.history(of: main, newest: .max, in: session)
    #expect(history.map(\.count) == counts)
    #expect(try await world.faults() == [])
  }

  private func command(_ generator: inout SplitMix, in entries: Int) -> CountCommand {
    switch Int.random(in: 0..<200, using: &generator) {
    case 0..<65: .undo
    case 65..<130: .redo
    case 130: .set([.max, .min, -1].randomElement(using: &generator) ?? 0)
    case 131: .reset
    case 132: .add([.max, .min, .min + 1].randomElement(using: &generator) ?? 0)
    case 139..<159 where entries > 0:
      .revert(Int64(max(1, entries - Int.random(in: 0...40, using: &generator))))
    case 133..<139: .set(.random(in: -99...99, using: &generator))
    default: .add(.random(in: -9...9, using: &generator))
    }
  }
}

extension RecountedCounter {
  /// The result of a command; `nil` when only the owner may give it.
  fileprivate mutating func answer(to command: CountCommand, by person: Int, acts: [Int?])
    -> Answer?
  {
    switch command {
    case .revert(let number): revert(acts[Int(number) - 1], by: person)
    case .add(let amount): add(amount, by: person)
    case .set where person != 0, .reset where person != 0: nil
    case .set(let number): set(to: number, by: 0)
    case .reset: set(to: 0, by: 0)
    case .undo: undo(by: person)
    case .redo: redo(by: person)
    }
  }
}
