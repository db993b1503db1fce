import Domain
import Synchronization
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
    for _ in 0..<3 {
      let began = ContinuousClock.now
      _ = try await other.apply([.add(1)], to: counter, in: session)
      await ticks.next()
      // A second is promised; the machine may be busy with other tests.
      #expect(ContinuousClock.now - began < .seconds(5))
    }
  }

  @Test func `does not tick for its own changes`() async throws {
    let folder = try StoreFolder()
    let (watching, other) = (try folder.store(), try folder.store())
    let (session, counter) = try await folder.counting(in: watching)
    let count = Mutex(0)
    let counting = Task {
      for await _ in watching.changesElsewhere(tickingAtOnce: true) {
        if count.withLock({
          $0 += 1; return $0
        }) == 2 {
          return
        }
      }
    }
    while count.withLock({ $0 }) == 0 { await Task.yield() }
    // For so long that it is looked for a change several times.
    let end = ContinuousClock.now + .seconds(1)
    while ContinuousClock.now < end {
      _ = try await watching.apply([.add(1)], to: counter, in: session)
    }
    #expect(count.withLock { $0 } == 1)
    _ = try await other.apply([.add(1)], to: counter, in: session)
    await counting.value
    #expect(count.withLock { $0 } == 2)
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
