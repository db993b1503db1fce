public import Domain
internal import GRDB
internal import Synchronization

extension SQLiteStore: StoreWatch {
  public func changesElsewhere(tickingAtOnce: Bool) -> AsyncStream<Void> {
    let (ticks, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    if tickingAtOnce { continuation.yield() }
    guard listeners.add(continuation) else { return ticks }
    // Before whatever is read after this call, since one thing is done with the connection at a time.
    let beginning = AsyncStream<Int?> { beginning in
      tellVersion {
        beginning.yield($0)
        beginning.finish()
      }
    }
    Task { [weak self, listeners] in
      var seen: Int?
      for await version in beginning { seen = version }
      while listeners.goOn() {
        try? await Task.sleep(for: Self.pollingInterval)
        guard let self else { return listeners.finish() }
        // A store that cannot be read now is told of by whoever wants to read something from it.
        guard let version = await self.version(), version != seen else { continue }
        seen = version
        listeners.tick()
      }
    }
    return ticks
  }

  private static var pollingInterval: Duration { .milliseconds(300) }

  /// A number that is another one after each commit of another connection than the reading one; `nil` when
  /// the store cannot be read. In threads of the store's own, it changes with what the store writes, too.
  func version() async -> Int? {
    await withCheckedContinuation { continuation in
      tellVersion { continuation.resume(returning: $0) }
    }
  }

  private func tellVersion(to listener: @escaping @Sendable (Int?) -> Void) {
    reader.asyncWriteWithoutTransaction { database in
      listener(try? Int.fetchOne(database, sql: "PRAGMA data_version"))
    }
  }
}

/// Who wants to hear of a store's changes: many, for whom one task looks.
final class Listeners: Sendable {
  private struct State {
    var all: [Int: AsyncStream<Void>.Continuation] = [:]
    var next = 0
    var isLookedFor = false
  }

  private let state = Mutex(State())

  /// Adds somebody, until the stream ends; says whether somebody has to begin to look.
  func add(_ listener: AsyncStream<Void>.Continuation) -> Bool {
    let (number, isFirst) = state.withLock { state in
      state.next += 1
      state.all[state.next] = listener
      defer { state.isLookedFor = true }
      return (state.next, !state.isLookedFor)
    }
    listener.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.all.removeValue(forKey: number) }
    }
    return isFirst
  }

  /// Whether somebody looks.
  var isLookedFor: Bool { state.withLock { $0.isLookedFor } }

  /// Whether somebody listens. Where nobody does, whoever looks must end, and the next has to be begun.
  func goOn() -> Bool {
    state.withLock { state in
      state.isLookedFor = !state.all.isEmpty
      return state.isLookedFor
    }
  }

  /// Tells everybody of a change.
  func tick() {
    for listener in state.withLock({ Array($0.all.values) }) { listener.yield() }
  }

  /// Tells everybody that there is nothing to hear any more.
  func finish() {
    for listener in state.withLock({ Array($0.all.values) }) { listener.finish() }
  }
}
