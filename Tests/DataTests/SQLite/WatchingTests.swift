import Domain
import Testing

@testable import Data

@Suite(.timeLimit(.minutes(1))) struct `Watching a store` {
  @Test(arguments: [true, false])
  func `ticks for each change that others make, and at once where that is asked for`(
    isAtOnce: Bool
  ) async throws {
    let folder = try StoreFolder()
    let (watching, other) = (try folder.store(), try folder.store())
    let (session, counter) = try await folder.counting(in: other)
    var ticks = watching.changesElsewhere(tickingAtOnce: isAtOnce).makeAsyncIterator()
    if isAtOnce { await ticks.next() }
    // Whoever watches reads then, and is told of what others do from there on.
    _ = try await watching.counters(in: session)
    var waits: [Duration] = []
    for _ in 0..<4 {
      let began = ContinuousClock.now
      _ = try await other.apply([.add(1)], to: counter, in: session)
      await ticks.next()
      waits.append(.now - began)
    }
    // The first begins somewhere between two looks, and a busy machine slows some of the others down.
    #expect(try #require(waits.dropFirst().min()) < .seconds(1))
  }

  @Test func `does not tick for its own changes`() async throws {
    let folder = try StoreFolder()
    let (watching, other) = (try folder.store(), try folder.store())
    let (session, counter) = try await folder.counting(in: watching)
    let count = Shared(0)
    let counting = Task {
      for await _ in watching.changesElsewhere(tickingAtOnce: true) {
        if count.next() == 2 { return }
      }
    }
    while count.value == 0 { await Task.yield() }
    // For so long that it is looked for a change several times.
    let end = ContinuousClock.now + .seconds(1)
    while ContinuousClock.now < end {
      _ = try await watching.apply([.add(1)], to: counter, in: session)
    }
    #expect(count.value == 1)
    _ = try await other.apply([.add(1)], to: counter, in: session)
    await counting.value
    #expect(count.value == 2)
  }

  @Test func `ends with who listens, and with the store`() async throws {
    var store: SQLiteStore? = try StoreFolder().store()
    weak let held = store
    let listening = store?.changesElsewhere(tickingAtOnce: true)
    store = nil
    for await _ in try #require(listening) {}
    #expect(held == nil)
  }
}
