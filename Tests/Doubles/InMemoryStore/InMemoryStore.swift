import Domain
import Synchronization

/// The store's reference model: the same effects and refusals as the store on disk, in plain values.
///
/// Identifiers and tokens count up from 1, so that a run can be repeated.
public final class InMemoryStore: Sendable {
  private let tables = Mutex(Tables())
  private let failure = Mutex<Failure?>(nil)
  private let clock: any Clock

  /// An empty store in which `clock` tells when something happens.
  public init(clock: any Clock) {
    self.clock = clock
  }

  /// Lets `transactions` of them pass (0 or more), and answers the one after them with `refusal`,
  /// without doing it.
  public func failOnce(after transactions: Int = 0, with refusal: Refusal) {
    failure.withLock { $0 = Failure(passing: transactions, refusal: refusal, isLasting: false) }
  }

  /// Lets `transactions` of them pass (0 or more), and answers all after them with `refusal`, without
  /// doing them.
  public func fail(after transactions: Int = 0, with refusal: Refusal) {
    failure.withLock { $0 = Failure(passing: transactions, refusal: refusal, isLasting: true) }
  }

  /// Answers everything again as it should.
  public func recover() {
    failure.withLock { $0 = nil }
  }

  /// Runs `body` alone; where it throws, nothing is done.
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
