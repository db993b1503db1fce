import Domain
import Testing

@Suite(.limited) struct `Changes by name, in every store` {
  @Test(arguments: StoreKind.allCases)
  func `a name is found ignoring case, and the open counter stays open`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let coffee = try await world.store.createCounter(named: try name("Coffee"), in: session)
    let outcome = try await world.store.record(
      CommandRequest(.add(5)), on: try name("MAIN"), creating: false, in: session)
    #expect(outcome == BatchResult.Outcome(event: .made(.add(5)), count: 5))
    #expect(try await world.store.counter(named: try name("Main"), in: session).id == main.id)
    #expect(try await world.store.counter(named: main.name, in: session).count == 5)
    #expect(try await world.store.openCounter(in: session) == coffee)
  }

  @Test(arguments: StoreKind.allCases)
  func `a note goes with its change, and a repeat does not change it`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    for note in ["bus 12", "tram"] {
      _ = try await world.store.record(
        CommandRequest(.add(5), id: Change.ID("k"), note: try Note(note)), on: main.name,
        creating: false, in: session)
    }
    _ = try await world.store.record(
      CommandRequest(.undo, note: try Note("a mistake")), on: main.name, creating: false,
      in: session)
    try await world.counts(.redo, of: main, in: session)
    let notes = [Note(stored: "bus 12"), Note(stored: "a mistake"), nil]
    #expect(try await world.store.history(of: main, newest: 9, in: session).map(\.note) == notes)
  }

  @Test(arguments: StoreKind.allCases)
  func `a counter is changed by its id after it was renamed, each identifier once`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    _ = try await world.store.rename(main, to: try name("door"), in: session)
    let request = CommandRequest(.add(5), id: Change.ID("tap-1"))
    for isRepeat in [false, true] {
      let recorded = try await world.store.record(request, toCounter: main.id, in: session)
      #expect(recorded.counter.name.text == "door")
      #expect(
        recorded.outcome
          == BatchResult.Outcome(event: .made(.add(5)), count: 5, isRepeat: isRepeat))
    }
    let tea = try await world.store.createCounter(named: try name("tea"), in: session)
    await #expect(throws: Refusal.identifierTaken) {
      try await world.store.record(request, toCounter: tea.id, in: session)
    }
    await #expect(throws: Refusal.noSuchCounter(named: "4711", near: nil)) {
      try await world.store.counter(withID: 4_711, in: session)
    }
    #expect(try await world.store.counter(withID: main.id, in: session).count == 5)
  }

  @Test(arguments: StoreKind.allCases)
  func `the version grows with each change, even if the count and the time stay`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    #expect(main.version == 0)
    for version in [2, 4] as [Int64] {
      try await world.counts(.add(1), .add(-1), of: main, in: session)
      let now = try await world.store.counter(withID: main.id, in: session)
      #expect((now.count, now.changedAt, now.version) == (0, world.clock.now, version))
    }
    try await world.counts(.add(0), of: main, in: session)
    let renamed = try await world.store.rename(main, to: try name("door"), in: session)
    #expect(renamed.version == 4)
    #expect(try await world.store.counters(in: session).map(\.version) == [4])
  }

  @Test(arguments: StoreKind.allCases)
  func `a missing counter is created on request, and not opened`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let tea = try name("tea")
    await #expect(throws: Refusal.noSuchCounter(named: "tea", near: nil)) {
      try await world.store.record(CommandRequest(.add(1)), on: tea, creating: false, in: session)
    }
    await #expect(throws: Refusal.noSuchCounter(named: "tea", near: nil)) {
      try await world.store.counter(named: tea, in: session)
    }
    for count in [3, 6] as [Int64] {
      #expect(
        try await world.store.record(CommandRequest(.add(3)), on: tea, creating: true, in: session)
          .count
          == count)
    }
    #expect(try await world.store.counters(in: session).map(\.name.text) == ["main", "tea"])
    #expect(try await world.store.openCounter(in: session) == main)
  }

  @Test(arguments: StoreKind.allCases)
  func `a refused command creates no counter`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    for (command, refusal) in [
      (CountCommand.undo, Refusal.nothingToUndo), (.redo, .nothingToRedo),
    ] {
      await #expect(throws: refusal) {
        try await world.store.record(
          CommandRequest(command), on: try name("tea"), creating: true, in: session)
      }
    }
    try await world.counts(.set(.max), of: main, in: session)
    await #expect(throws: Refusal.outOfRange) {
      try await world.store.record(
        CommandRequest(.add(1)), on: main.name, creating: false, in: session)
    }
    #expect(try await world.store.counters(in: session).map(\.name) == [main.name])
  }

  @Test(arguments: StoreKind.allCases)
  func `a change keeps its given time, and the order of entry`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let (now, earlier) = (world.clock.now, world.clock.now.adding(seconds: -day))
    try await world.counts(.add(1), of: main, in: session)
    world.clock.advance(seconds: 60)
    for command in [CountCommand.add(10), .set(100)] {
      _ = try await world.store.record(
        CommandRequest(command, at: earlier), on: main.name, creating: false, in: session)
    }
    let history = try await world.store.history(of: main, newest: 9, in: session)
    #expect(history.map(\.time) == [now, earlier, earlier])
    #expect(history.map(\.count) == [1, 11, 100])
    #expect(try await world.current(main, in: session)?.changedAt == world.clock.now)
    #expect(
      try await world.store.sums(
        of: main, between: [earlier, now, now.adding(seconds: 1)], in: session) == [10, 1])
    #expect(try await world.counts(.undo, .undo, of: main, in: session) == [11, 1])
  }

  @Test(
    arguments: StoreKind.allCases,
    ["key", "01890a5d-ac96-774b-bcce-b302099a8057", "01890A5D-AC96-774B-BCCE-B302099A8057"])
  func `a repeated attempt changes nothing and returns the first result`(
    _ kind: StoreKind, _ key: String
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let id = Change.ID(key)
    let first = try await world.store.record(
      CommandRequest(.add(5), id: id), on: main.name, creating: false, in: session)
    try await world.counts(.set(.max), of: main, in: session)
    world.clock.advance(seconds: 60)
    for time in [nil, world.clock.now.adding(seconds: -5)] {
      #expect(
        try await world.store.record(
          CommandRequest(.add(5), at: time, id: id), on: try name("MAIN"), creating: true,
          in: session)
          == BatchResult.Outcome(event: first.event, count: first.count, isRepeat: true))
    }
    let history = try await world.store.history(of: main, newest: 9, in: session)
    #expect(history.map(\.count) == [5, .max])
    #expect(history.first?.id == id)
    #expect(try await world.current(main, in: session)?.changedAt == history.last?.time)
  }

  @Test(arguments: StoreKind.allCases)
  func `adding 0 uses up no identifier`(_ kind: StoreKind)
    async throws
  {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let id = Change.ID("key")
    func record(_ amount: Int64, on counter: String = "main") async throws -> Int64 {
      try await world.store.record(
        CommandRequest(.add(amount), id: id), on: try name(counter), creating: true, in: session
      ).count
    }
    #expect(try await record(0) == 0)
    #expect(try await record(0, on: "new") == 0)
    #expect(try await record(5) == 5)
    await #expect(throws: Refusal.identifierTaken) { try await record(0) }
    #expect(try await world.store.counters(in: session).map(\.name.text) == ["main", "new"])
    #expect(try await world.store.history(of: main, newest: 9, in: session).map(\.id) == [id])
  }

  @Test(arguments: StoreKind.allCases)
  func `a set is recognised by its number, whatever the count was`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let request = CommandRequest(.set(7), id: Change.ID("k"))
    try await world.counts(.add(5), of: main, in: session)
    for isRepeat in [false, true] {
      #expect(
        try await world.store.record(request, on: main.name, creating: false, in: session)
          == BatchResult.Outcome(event: .made(.set(7)), count: 7, isRepeat: isRepeat))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `requests together count each identifier once, up to one that is refused`(
    _ kind: StoreKind
  ) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let tea = try await world.store.createCounter(named: try name("tea"), in: session)
    func request(_ amount: Int64, _ id: String) -> CommandRequest {
      CommandRequest(.add(amount), id: Change.ID(id))
    }
    func change(_ counter: Counter, _ requests: CommandRequest...) async throws -> BatchResult {
      try await world.store.change(.known(counter.id), by: requests, as: .session(session))
    }
    _ = try await change(tea, request(9, "tea"))
    let first = try await change(
      main, request(1, "a"), request(2, "b"), request(1, "a"), request(4, "tea"), request(8, "c"))
    #expect(first.outcomes.map(\.count) == [1, 3, 1])
    #expect(first.outcomes.map(\.isRepeat) == [false, false, true])
    #expect(first.refusal == .identifierTaken)
    let second = try await change(main, request(2, "b"), request(8, "c"))
    #expect(second.outcomes.map(\.count) == [3, 11] && second.refusal == nil)
    #expect(second.counter == (try await world.current(main, in: session)))
    #expect(
      try await world.store.history(of: main, newest: 9, in: session).map(\.amount) == [1, 2, 8])
    #expect(try await world.faults() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `an identifier belongs to one change of the account`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    let (bob, _) = try await world.counting("bob")
    let id = Change.ID("k")
    let tea = try await world.store.createCounter(named: try name("tea"), in: session)
    _ = try await world.store.record(
      CommandRequest(.add(5), id: id), on: main.name, creating: false, in: session)
    for (command, counter) in [
      (CountCommand.add(4), main.name), (.set(5), main.name), (.reset, main.name),
      (.undo, main.name), (.add(5), tea.name), (.add(5), try name("new")),
    ] {
      await #expect(throws: Refusal.identifierTaken) {
        try await world.store.record(
          CommandRequest(command, id: id), on: counter, creating: true, in: session)
      }
    }
    #expect(try await world.store.counters(in: session).map(\.count) == [5, 0])
    let other = try await world.store.record(
      CommandRequest(.add(4), id: id), on: main.name, creating: false, in: bob)
    #expect(other.count == 4)
    try await world.store.delete(main, in: session)
    #expect(
      try await world.store.record(
        CommandRequest(.add(1), id: id), on: tea.name, creating: false, in: session
      )
      .count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `undo, redo and reset may have an identifier`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.counts(.add(5), of: main, in: session)
    for (key, command, count) in [
      ("u", CountCommand.undo, Int64(0)), ("r", .redo, 5), ("z", .reset, 0),
    ] {
      for _ in 1...2 {
        #expect(
          try await world.store.record(
            CommandRequest(command, id: Change.ID(key)), on: main.name, creating: false, in: session
          ).count == count)
      }
    }
    #expect(try await world.store.history(of: main, newest: 9, in: session).count == 4)
  }

  @Test(arguments: StoreKind.allCases)
  func `an ended session finds and records nothing`(_ kind: StoreKind) async throws {
    let world = try await StoreWorld(kind)
    let (session, main) = try await world.counting()
    try await world.store.endSession(session)
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.store.counter(named: main.name, in: session)
    }
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.store.record(
        CommandRequest(.add(1)), on: main.name, creating: true, in: session)
    }
  }
}
