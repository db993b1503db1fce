internal import Dispatch
internal import Domain
internal import Synchronization

/// A queue with one thread that hashes passwords. A hash takes 90 ms and 64 MiB. One at a time,
/// hashes delay nobody else and use the memory of only one.
final class HashingQueue: Sendable {
  /// The queue of the process; a full one takes about 20 seconds.
  static let shared = HashingQueue(limit: 200)

  /// After how many seconds to try again when the queue was full.
  static let recovery = 20

  private let thread = DispatchQueue(label: "tally.hashing")
  private let limit: Int
  private let length = Mutex(0)

  /// Creates a queue of at most `limit`, including the one being hashed.
  init(limit: Int) {
    self.limit = limit
  }

  /// How many are in the queue.
  var count: Int { length.withLock { $0 } }

  /// Runs `work` after everything queued before it.
  ///
  /// - Throws: `Refusal.throttled` at once when the queue is full, and the errors of `work`.
  func inTurn<Value: Sendable>(
    _ work: @escaping @Sendable () throws(Refusal) -> Value
  ) async throws(Refusal) -> Value {
    let hasRoom = length.withLock { length in
      guard length < limit else { return false }
      length += 1
      return true
    }
    guard hasRoom else { throw .throttled(seconds: Self.recovery) }
    let result: Result<Value, Refusal> = await withCheckedContinuation { continuation in
      thread.async { [self] in
        let result = Result(catching: work)
        length.withLock { $0 -= 1 }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }
}
