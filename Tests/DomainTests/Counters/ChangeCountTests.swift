import Domain
import Doubles
import Testing

@Suite(.limited) struct ChangeCountTests {
  private let world = TestWorld()

  private func counts(_ applied: BatchResult) -> [Int64] { applied.outcomes.map(\.count) }

  @Test func `the commands are done in order, with an outcome for each`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let applied = try await world.useCases.changeCount(
      [.add(1), .add(5), .add(-2), .add(0), .set(40), .reset], to: main, in: session)
    #expect(counts(applied) == [1, 6, 4, 4, 40, 0])
    #expect(
      applied.outcomes.map(\.event) == [
        .made(.add(1)), .made(.add(5)), .made(.add(-2)), .made(.add(0)), .made(.set(40)),
        .made(.reset),
      ])
    #expect(applied.refusal == nil)
  }

  @Test func `each change is in the history with its time, amount and count`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    _ = try await world.useCases.changeCount([.add(3), .set(-1)], to: main, in: session)
    let first = world.clock.now
    world.clock.advance(seconds: 60)
    _ = try await world.useCases.changeCount([.undo], to: main, in: session)
    let history = try await world.store.history(of: main, newest: 20, in: session)
    #expect(history.map(\.time) == [first, first, world.clock.now])
    #expect(history.map(\.amount) == [3, -4, 4])
    #expect(history.map(\.count) == [3, -1, 3])
    #expect(history.last?.event == .undid(.set(-1), of: history[1].id))
    #expect(Set(history.map(\.id)).count == 3)
    let counter = try await world.openCounter(in: session)
    #expect(counter.count == 3)
    #expect(counter.changedAt == world.clock.now)
    let newest = try await world.store.history(of: main, newest: 2, in: session)
    #expect(newest == Array(history.suffix(2)))
    #expect(try await world.store.history(of: main, newest: 0, in: session).isEmpty)
  }

  @Test func `the commands before a refusal are done, the others are not`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let applied = try await world.useCases.changeCount(
      [.set(.max), .add(-1), .add(2), .add(-5)], to: main, in: session)
    #expect(counts(applied) == [.max, .max - 1])
    #expect(applied.refusal == .outOfRange)
    #expect(try await world.openCounter(in: session).count == .max - 1)
  }

  @Test func `adding 0 returns the count, and is no change`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let applied = try await world.useCases.changeCount(
      [.add(0), .add(5), .undo, .add(0), .redo, .add(0), .undo], to: main, in: session)
    #expect(counts(applied) == [0, 5, 0, 0, 5, 5, 0])
    let history = try await world.store.history(of: main, newest: 9, in: session)
    #expect(history.map(\.amount) == [5, -5, 5, -5])
  }

  @Test func `an empty batch changes nothing`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let applied = try await world.useCases.changeCount([], to: main, in: session)
    #expect(applied.outcomes == [] && applied.refusal == nil)
    #expect(try await world.openCounter(in: session) == main)
  }

  @Test func `one call does at most 500 commands`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let commands = Array(repeating: CountCommand.add(1), count: 501)
    let applied = try await world.useCases.changeCount(commands, to: main, in: session)
    #expect(applied.outcomes.count == CountCommand.largestBatch)
    #expect(try await world.openCounter(in: session).count == 500)
  }

  @Test func `an unknown outcome names the counter`() async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    world.store.failOnce(with: .store(.outcomeUnknown(counter: nil, cause: "disk")))
    await #expect(throws: Refusal.store(.outcomeUnknown(counter: "main", cause: "disk"))) {
      try await world.useCases.changeCount([.add(1)], to: main, in: session)
    }
  }

  @Test(arguments: [Refusal.store(.busy(cause: "held")), .store(.failed(cause: "full"))])
  func `other refusals of the store are passed on`(refusal: Refusal) async throws {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    world.store.failOnce(with: refusal)
    await #expect(throws: refusal) {
      try await world.useCases.changeCount([.add(1)], to: main, in: session)
    }
  }

  @Test func `an ended session and somebody else's counter change nothing`() async throws {
    let ada = try await world.signedUp("ada")
    let main = try await world.openCounter(in: ada)
    let bob = try await world.signedUp("bob")
    await #expect(throws: Refusal.noSuchCounter(named: "main", near: nil)) {
      try await world.useCases.changeCount([.add(1)], to: main, in: bob)
    }
    try await world.useCases.logOut(bob)
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.useCases.changeCount([.add(1)], to: main, in: bob)
    }
    #expect(try await world.openCounter(in: ada) == main)
  }

  @Test func `simultaneous changes are all counted, each with its own count`()
    async throws
  {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let seen = try await withThrowingTaskGroup(of: BatchResult.self) { group in
      for _ in 0..<100 {
        group.addTask { try await world.useCases.changeCount([.add(1)], to: main, in: session) }
      }
      return try await group.reduce(into: [Int64]()) { $0 += $1.outcomes.map(\.count) }
    }
    #expect(seen.sorted() == Array(1...100))
  }
}
