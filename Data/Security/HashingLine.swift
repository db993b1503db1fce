internal import Dispatch
internal import Domain
internal import Synchronization

/// The one thread in which passwords are hashed, and the line before it. A hash works for 90 ms in 64 MiB: one
/// after the other, hashes keep nobody waiting who does not ask for one, and never take more memory than
/// one of them.
final class HashingLine: Sendable {
  /// The line of the process. Its end is reached in 20 seconds or so.
  static let shared = HashingLine(limit: 200)

  /// How many seconds later somebody may ask again who found the line full.
  static let recovery = 20

  private let thread = DispatchQueue(label: "tally.hashing")
  private let limit: Int
  private let length = Mutex(0)

  /// A line in which `limit` may stand, whoever is being served among them.
  init(limit: Int) {
    self.limit = limit
  }

  /// How many stand in it.
  var count: Int { length.withLock { $0 } }

  /// Does the work once all is done that was asked for before.
  ///
  /// - Throws: `Refusal.throttled` at once when the line is full, and what `work` throws.
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
