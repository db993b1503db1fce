import Domain
import Doubles
import Testing

@Suite(.limited) struct RecordChangeTests {
  private let world = TestWorld()

  private func record(
    _ request: CommandRequest, on name: String, creating: Bool = false, in session: Session
  ) async throws(Refusal) -> BatchResult.Outcome {
    try await world.useCases.recordChange(request, on: name, creating: creating, in: session)
      .outcome
  }

  @Test func `a counter is found ignoring case, and the open one stays open`() async throws {
    let session = try await world.signedUp()
    let coffee = try await world.useCases.createCounter(named: "coffee", in: session)
    let outcome = try await record(CommandRequest(.add(5)), on: "MAIN", in: session)
    #expect(outcome == BatchResult.Outcome(event: .made(.add(5)), count: 5))
    #expect(try await world.store.openCounter(in: session) == coffee)
  }

  @Test func `a typo creates no counter, and a similar name is suggested`()
    async throws
  {
    let session = try await world.signedUp()
    let main = try CounterName("main", in: world.normalizer)
    await #expect(throws: Refusal.noSuchCounter(named: "mian", near: "main")) {
      try await record(CommandRequest(.add(1)), on: "mian", in: session)
    }
    #expect(try await world.store.counters(in: session).map(\.name) == [main])
  }

  @Test func `a missing counter is created on request, with a normalised name`()
    async throws
  {
    let session = try await world.signedUp()
    for count in [2, 4] as [Int64] {
      #expect(
        try await record(CommandRequest(.add(2)), on: "cafe\u{301}", creating: true, in: session)
          .count
          == count)
    }
    let names = try await world.store.counters(in: session).map(\.name.text)
    #expect(names == ["caf\u{E9}", "main"])
  }

  @Test(arguments: [
    ("", CounterName.Fault.empty), (" tea", .whiteSpaceAtEnds), ("t\u{7}", .controlCharacter),
    (String(repeating: "x", count: 65), .tooLong),
  ])
  func `an invalid name creates no counter, and the store is not asked`(
    name: String, fault: CounterName.Fault
  ) async throws {
    let session = try await world.signedUp()
    let store = FailingStore(.store(.failed(cause: "touched"))) { Issue.record("touched by \($0)") }
    await #expect(throws: Refusal.counterName(fault)) {
      try await world.useCases(over: store)
        .recordChange(CommandRequest(.add(1)), on: name, creating: true, in: session)
    }
  }

  @Test func `a future time is refused before the store is asked, and now is accepted`()
    async throws
  {
    let session = try await world.signedUp()
    let store = FailingStore(.store(.failed(cause: "touched"))) { Issue.record("touched by \($0)") }
    let future = Timestamp(milliseconds: world.clock.now.milliseconds + 1)
    await #expect(throws: Refusal.inFuture) {
      try await world.useCases(over: store)
        .recordChange(CommandRequest(.add(1), at: future), on: "main", in: session)
    }
    for time in [world.clock.now, Timestamp(milliseconds: -1)] {
      _ = try await record(CommandRequest(.add(1), at: time), on: "main", in: session)
    }
    let main = try await world.openCounter(in: session)
    let history = try await world.store.history(of: main, newest: 9, in: session)
    #expect(history.map(\.time) == [world.clock.now, Timestamp(milliseconds: -1)])
  }

  @Test func `a repeated attempt counts once, and an id cannot be used for another change`()
    async throws
  {
    let session = try await world.signedUp()
    let key = try Change.ID(checking: "cron-2026-02-02")
    for _ in 1...2 {
      #expect(
        try await record(CommandRequest(.add(5), id: key), on: "main", in: session).count == 5)
    }
    await #expect(throws: Refusal.identifierTaken) {
      try await record(CommandRequest(.add(6), id: key), on: "main", in: session)
    }
    #expect(try await world.openCounter(in: session).count == 5)
  }

  @Test func `a count out of range is refused`() async throws {
    let session = try await world.signedUp()
    _ = try await record(CommandRequest(.set(-.max)), on: "main", in: session)
    await #expect(throws: Refusal.outOfRange) {
      try await record(CommandRequest(.add(-2)), on: "main", in: session)
    }
  }

  @Test(arguments: [false, true])
  func `an unknown outcome names the counter`(creating: Bool) async throws {
    let session = try await world.signedUp()
    world.store.failOnce(with: .store(.outcomeUnknown(counter: nil, cause: "disk")))
    await #expect(throws: Refusal.store(.outcomeUnknown(counter: "main", cause: "disk"))) {
      try await record(CommandRequest(.add(1)), on: "main", creating: creating, in: session)
    }
  }
}

@Suite(.limited) struct ChangeIdentifierTests {
  @Test(arguments: ["k", "a b", "\u{1F600}", String(repeating: "\u{E9}", count: 64)])
  func `an identifier is 1 to 64 characters`(text: String) throws {
    #expect(try Change.ID(checking: text).text == text)
  }

  @Test(arguments: ["", "a\nb", "\u{0}", "\u{9B}", String(repeating: "x", count: 65)])
  func `any other text is refused`(text: String) {
    #expect(throws: Refusal.badIdentifier) { try Change.ID(checking: text) }
  }
}
