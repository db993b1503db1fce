import Doubles
import Synchronization
import Testing

@testable import Domain

@Suite(.limited) struct ExportAccountTests {
  private let world = TestWorld()

  @Test func `the creation and changes of each counter are in order, counters by name`()
    async throws
  {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let made = world.clock.now
    world.clock.advance(seconds: 60)
    _ = try await world.useCases.createCounter(named: "Apple", in: session)
    _ = try await world.useCases.changeCount(
      [.add(5), .set(3), .undo, .redo], to: main, in: session)
    _ = try await world.useCases.changeCount([.reset], to: main, in: session)
    let target = RowCollector()
    try await world.useCases.exportAccount(to: target, in: session)
    let rows = target.rows
    #expect(rows.map(\.name.text) == ["Apple"] + Array(repeating: "main", count: 6))
    #expect(rows.map(\.kind) == [.new, .new, .change, .set, .undo, .redo, .reset])
    #expect(rows.map(\.change) == [0, 0, 5, -2, 2, -2, -3])
    #expect(rows.map(\.count) == [0, 0, 5, 3, 5, 3, 0])
    #expect(
      rows.map(\.time) == [world.clock.now, made] + Array(repeating: world.clock.now, count: 5))
    #expect(rows.map(\.of) == [nil, nil, nil, nil, rows[3].id, rows[3].id, nil])
    #expect(Set(rows.map(\.id)).count == rows.count)
  }

  @Test func `a long history is exported in pages, without later changes`()
    async throws
  {
    let session = try await world.signedUp()
    let main = try await world.openCounter(in: session)
    let length = HistoryPage.usualLength + 1
    for start in stride(from: 0, to: length, by: CountCommand.largestBatch) {
      let batch = Array(
        repeating: CountCommand.add(1), count: min(CountCommand.largestBatch, length - start))
      _ = try await world.useCases.changeCount(batch, to: main, in: session)
    }
    let target = RowCollector()
    let heard = Mutex<[Int64]>([])
    try await world.useCases.exportAccount(to: target, in: session) { written in
      heard.withLock { $0.append(written) }
    }
    #expect(target.pages.map(\.count) == [length, 1])
    #expect(target.rows.dropFirst().map(\.count) == (1...length).map(Int64.init))
    #expect(heard.withLock { $0 } == [Int64(length - 1), Int64(length)])
  }

  @Test func `an error of the target ends the export`() async throws {
    let session = try await world.signedUp()
    let full = Refusal.output(.failed(cause: "full"))
    let target = RowCollector(capacity: 1, refusal: full)
    _ = try await world.useCases.createCounter(named: "tea", in: session)
    await #expect(throws: full) {
      try await world.useCases.exportAccount(to: target, in: session)
    }
    #expect(target.pages.count == 1)
  }

  @Test func `an ended session exports nothing`() async throws {
    let session = try await world.signedUp()
    try await world.useCases.logOut(session)
    let target = RowCollector()
    await #expect(throws: Refusal.notLoggedIn) {
      try await world.useCases.exportAccount(to: target, in: session)
    }
    #expect(target.pages.isEmpty)
  }
}
