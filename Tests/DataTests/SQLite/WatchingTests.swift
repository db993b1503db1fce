import Domain
import Testing

@testable import Data

@Suite(.limited) struct `Watching a store` {
  @Test(arguments: [true, false])
  func `ticks for each change by others, and at once on request`(
    isAtOnce: Bool
  ) async throws {
    let folder = try StoreFolder()
    let (watching, other) = (try await folder.store(), try await folder.store())
    let (session, counter) = try await folder.counting(in: other)
    let ticks = watching.changesElsewhere(tickingAtOnce: isAtOnce)
    if isAtOnce { try await ticks.nextTick() }
    // A watcher reads now, and gets ticks for later changes by others.
    _ = try await watching.counters(in: session)
    for _ in 0..<4 {
      _ = try await other.apply([.add(1)], to: counter, in: session)
      try await ticks.nextTick()
    }
  }

  @Test(arguments: [SQLiteStore.Threads.callers, .dedicated])
  func `reports its own changes when it serves several people`(threads: SQLiteStore.Threads)
    async throws
  {
    let folder = try StoreFolder()
    let (watching, other) = (try await folder.store(threads: threads), try await folder.store())
    let (session, counter) = try await folder.counting(in: watching)
    let before = await watching.version()
    _ = try await watching.apply([.add(1)], to: counter, in: session)
    #expect(await (watching.version() == before) == (threads == .callers))
    let between = await watching.version()
    _ = try await other.apply([.add(1)], to: counter, in: session)
    #expect(await watching.version() != between)
  }

  @Test func `tells every listener of a change, with one poller for all`()
    async throws
  {
    let folder = try StoreFolder()
    let store = try await folder.store()
    let (session, counter) = try await folder.counting(in: store)
    let start = ContinuousClock.now
    let looks = try await store.trace {
      let listeners = (0..<500).map { _ in store.changesElsewhere(tickingAtOnce: false) }
      _ = try await store.counters(in: session)
      _ = try await store.apply([.add(1)], to: counter, in: session)
      for ticks in listeners { try await ticks.nextTick() }
    }.filter { $0.contains("data_version") }
    // One poller asks once in each interval, besides the first time, however long it takes. Each of
    // 500 pollers would have asked at least once.
    let intervals = (ContinuousClock.now - start) / SQLiteStore.pollingInterval
    #expect(!looks.isEmpty && Double(looks.count) <= intervals + 2)
  }

  @Test func `starts again after a time without listeners`() async throws {
    let folder = try StoreFolder()
    let (watching, other) = (try await folder.store(), try await folder.store())
    let (session, counter) = try await folder.counting(in: other)
    for _ in 0..<3 {
      let ticks = watching.changesElsewhere(tickingAtOnce: false)
      _ = try await watching.counters(in: session)
      _ = try await other.apply([.add(1)], to: counter, in: session)
      try await ticks.nextTick()
    }
    while watching.listeners.isLookedFor { await Task.yield() }
    let ticks = watching.changesElsewhere(tickingAtOnce: false)
    _ = try await watching.counters(in: session)
    _ = try await other.apply([.add(1)], to: counter, in: session)
    try await ticks.nextTick()
  }

  @Test func `ends with its listener, and with the store`() async throws {
    var store: SQLiteStore? = try await StoreFolder().store()
    weak let held = store
    let listening = store?.changesElsewhere(tickingAtOnce: true)
    store = nil
    for await _ in try #require(listening) {}
    #expect(held == nil)
  }
}
