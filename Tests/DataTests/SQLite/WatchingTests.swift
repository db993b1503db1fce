import Domain
import Testing

@testable import Data

@Suite struct `Watching a store` {
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
    for _ in 0..<4 {
      _ = try await other.apply([.add(1)], to: counter, in: session)
      await ticks.next()
    }
  }

  @Test func `looks for changes of others, not for its own`() async throws {
    let folder = try StoreFolder()
    let (watching, other) = (try folder.store(), try folder.store())
    let (session, counter) = try await folder.counting(in: watching)
    let before = await watching.versionMadeElsewhere()
    _ = try await watching.apply([.add(1)], to: counter, in: session)
    #expect(await watching.versionMadeElsewhere() == before)
    _ = try await other.apply([.add(1)], to: counter, in: session)
    #expect(await watching.versionMadeElsewhere() != before)
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
