import Domain
import Foundation
import Synchronization

/// The reference implementation of a store: the same effects and refusals as on disk, in plain
/// values.
///
/// Identifiers and tokens, except the store's own id, count up from 1, so that a run can be repeated.
public final class InMemoryStore: Sendable {
  private let tables = Mutex(Tables())
  private let failure = Mutex<Failure?>(nil)
  private let clock: any Clock
  private let id = StoreID(UUID().uuidString.lowercased())

  /// Creates an empty store with this clock.
  public init(clock: any Clock) {
    self.clock = clock
  }

  /// Makes one transaction fail with `refusal`, after `transactions` (0 or more) that succeed.
  public func failOnce(after transactions: Int = 0, with refusal: Refusal) {
    failure.withLock { $0 = Failure(passing: transactions, refusal: refusal, isLasting: false) }
  }

  /// Makes all transactions fail with `refusal`, after `transactions` (0 or more) that succeed.
  public func fail(after transactions: Int = 0, with refusal: Refusal) {
    failure.withLock { $0 = Failure(passing: transactions, refusal: refusal, isLasting: true) }
  }

  /// Ends the failures.
  public func recover() {
    failure.withLock { $0 = nil }
  }

  /// Runs `body` exclusively; when it throws, nothing changes.
  func transaction<Result: Sendable>(
    _ body: (inout Tables, _ now: Timestamp) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    try failure.withLock { failure throws(Refusal) in
      guard let next = failure else { return }
      if next.passing > 0 {
        failure?.passing -= 1
      } else {
        if !next.isLasting { failure = nil }
        throw next.refusal
      }
    }
    let now = clock.now
    return try tables.withLock { tables throws(Refusal) in
      tables.turnPeriods(at: now)
      let before = tables
      do throws(Refusal) {
        return try body(&tables, now)
      } catch {
        tables = before
        throw error
      }
    }
  }

  private struct Failure {
    var passing: Int
    let refusal: Refusal
    let isLasting: Bool
  }
}

extension InMemoryStore: StoreIdentity {
  public func storeID() async throws(Refusal) -> StoreID { try transaction { _, _ in id } }
}
