internal import Domain
internal import Synchronization

/// Writes that wait for a store's writing connection, in its own thread. Those that arrive while it is busy are
/// committed together: syncing many takes as long as syncing one.
final class WriteQueue<Connection>: Sendable {
  /// A waiting write.
  struct Write: Sendable {
    /// The operation's name, for error messages.
    let name: String
    /// What is changed.
    let extent: WriteExtent
    /// When it was asked for.
    var beginning = ContinuousClock.now
    /// Does the write. The closure it returns is called after the commit and delivers the answer.
    let perform: @Sendable (Connection) throws -> @Sendable () -> Void
    /// Answers that nothing was done, or that the outcome is unknown.
    let refuse: @Sendable (any Error) -> Void

    /// The counter whose count is changed, if nothing else is.
    var counter: Counter.ID? { if case .count(let counter) = extent { counter } else { nil } }
  }

  private struct State {
    var writes: [Write] = []
    /// Whether the next group will be committed anyway.
    var isScheduled = false
    /// The refusal that ended the queue; `nil` until then.
    var end: Refusal?
  }

  /// Takes the next group from the waiting writes.
  typealias Taking = @Sendable (inout [Write]) -> [Write]

  /// Commits a group and answers it; returns the refusal if it is not known whether it was saved.
  typealias Commit = (_ group: [Write]) -> Refusal?

  /// Calls its argument with the function that commits, when the connection is free.
  typealias Scheduling =
    @Sendable (_ next: @escaping @Sendable (_ commit: Commit) -> Void) -> Void

  private let take: Taking
  private let whenFree: Scheduling
  private let whenOutcomeIsUnknown: (@Sendable (Refusal) -> Void)?
  private let waiting = Mutex(State())

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - take: takes the next group from the waiting writes, for example `first(_:)`.
  ///   - whenOutcomeIsUnknown: called once, when it is not known whether a group was saved. That
  ///     refusal ends the queue: it answers every later write.
  ///   - whenFree: gives the connection to the next group, after others that wait for it.
  init(
    take: @escaping Taking,
    whenOutcomeIsUnknown: (@Sendable (Refusal) -> Void)?, whenFree: @escaping Scheduling
  ) {
    self.take = take
    self.whenOutcomeIsUnknown = whenOutcomeIsUnknown
    self.whenFree = whenFree
  }

  /// Takes the writes that have waited longest, at most `largestGroup` (1 or more).
  static func first(_ largestGroup: Int) -> Taking {
    { writes in
      defer { writes.removeFirst(min(largestGroup, writes.count)) }
      return Array(writes.prefix(largestGroup))
    }
  }

  /// The number of waiting writes.
  var count: Int { waiting.withLock { $0.writes.count } }

  /// Queues a write.
  func append(_ write: Write) {
    let (isScheduled, end) = waiting.withLock { waiting in
      if let end = waiting.end { return (true, Optional(end)) }
      defer { waiting.isScheduled = true }
      waiting.writes.append(write)
      return (waiting.isScheduled, nil)
    }
    if let end { write.refuse(end) }
    if !isScheduled { schedule() }
  }

  /// Ends the queue. Waiting and later writes are not made, and get the same refusal.
  private func end(because refusal: Refusal) {
    let writes = waiting.withLock { waiting in
      defer { waiting.writes = [] }
      waiting.end = refusal
      return waiting.writes
    }
    for write in writes { write.refuse(refusal) }
  }

  /// Commits the next group when the connection is free. Its other users get their turn between two groups.
  private func schedule() {
    whenFree { [self] commit in
      let group = waiting.withLock { take(&$0.writes) }
      if let refusal = commit(group), let whenOutcomeIsUnknown {
        end(because: refusal)
        whenOutcomeIsUnknown(refusal)
      }
      let isScheduled = waiting.withLock { waiting in
        waiting.isScheduled = !waiting.writes.isEmpty
        return waiting.isScheduled
      }
      if isScheduled { schedule() }
    }
  }
}

extension WriteQueue {
  /// Queues a write and waits for its answer. `refusal` converts the errors of the engine.
  func written<Value: Sendable>(
    _ name: String, _ extent: WriteExtent, at clock: any Clock,
    refusal: @escaping @Sendable (any Error) -> Refusal,
    _ body: @escaping @Sendable (Connection, _ now: Timestamp) throws -> Value
  ) async -> Result<Value, Refusal> {
    await withCheckedContinuation { continuation in
      append(
        Write(
          name: name, extent: extent,
          perform: { connection in
            let value = try body(connection, clock.now)
            return { continuation.resume(returning: .success(value)) }
          },
          refuse: { continuation.resume(returning: .failure(refusal($0))) }))
    }
  }
}
