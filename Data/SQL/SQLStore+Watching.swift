internal import Domain
internal import Synchronization

extension SQLStore {
  public func changesElsewhere(tickingAtOnce: Bool) -> AsyncStream<Void> {
    let (ticks, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    if tickingAtOnce { continuation.yield() }
    guard listeners.add(continuation) else { return ticks }
    let beginning = AsyncStream<Int64?> { beginning in
      tellVersion(beforeReads: true) {
        beginning.yield($0)
        beginning.finish()
      }
    }
    Task { [weak self, listeners] in
      var seen: Int64?
      for await version in beginning { seen = version }
      var hasTicked = false
      while listeners.goOn() {
        if hasTicked {
          // However much is changed, there are no more ticks than by asking alone.
          try? await Task.sleep(for: Self.pollingInterval)
        } else {
          await self?.awaitChange(upTo: Self.pollingInterval)
        }
        guard let self else { return listeners.finish() }
        // An error is reported to the next reader of the store.
        let version = await self.version()
        hasTicked = version != nil && version != seen
        if hasTicked {
          seen = version
          listeners.tick()
        }
      }
    }
    return ticks
  }

  static var pollingInterval: Duration { .milliseconds(300) }

  func awaitChange(upTo limit: Duration) async {
    try? await Task.sleep(for: limit)
  }

  /// A number that changes with each commit of another connection; `nil` when the store cannot be
  /// read. With dedicated threads, it also changes with the store's own writes.
  func version() async -> Int64? {
    await withCheckedContinuation { continuation in
      tellVersion(beforeReads: false) { continuation.resume(returning: $0) }
    }
  }
}

/// The listeners for a store's changes, who share one polling task.
final class Listeners: Sendable {
  private struct State {
    var all: [Int: AsyncStream<Void>.Continuation] = [:]
    var next = 0
    var isLookedFor = false
  }

  private let state = Mutex(State())

  /// Adds a listener until its stream ends; returns whether the caller must start polling.
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

  /// Whether the polling task is running.
  var isLookedFor: Bool { state.withLock { $0.isLookedFor } }

  /// Whether there are listeners. If not, the polling task must end, and the next listener starts a
  /// new one.
  func goOn() -> Bool {
    state.withLock { state in
      state.isLookedFor = !state.all.isEmpty
      return state.isLookedFor
    }
  }

  /// Sends a tick to all listeners.
  func tick() {
    for listener in state.withLock({ Array($0.all.values) }) { listener.yield() }
  }

  /// Ends all streams.
  func finish() {
    for listener in state.withLock({ Array($0.all.values) }) { listener.finish() }
  }
}
