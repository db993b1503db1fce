import Domain

/// Ticks as a store does, and at the beginning of each minute, because a person's day may begin with
/// it.
package struct MinuteWatch: StoreWatch {
  private let watch: any StoreWatch
  private let clock: any Clock
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a watch that adds to `watch`; `sleep` waits for a time on `clock`.
  package init(
    _ watch: any StoreWatch, clock: any Clock,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.watch = watch
    self.clock = clock
    self.sleep = sleep
  }

  package func changesElsewhere(tickingAtOnce: Bool) -> AsyncStream<Void> {
    let changes = watch.changesElsewhere(tickingAtOnce: tickingAtOnce)
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { [clock, sleep] continuation in
      let listening = Task { for await _ in changes { continuation.yield() } }
      let counting = Task {
        while !Task.isCancelled {
          try await sleep(.milliseconds(60_000 - clock.now.milliseconds % 60_000))
          continuation.yield()
        }
      }
      continuation.onTermination = { _ in
        listening.cancel()
        counting.cancel()
      }
    }
  }
}
