import Domain
import Synchronization

/// A clock that moves only when it is set.
public final class ManualClock: Clock, Sendable {
  private let time: Mutex<Timestamp>

  /// Creates a clock; the default time is 2026-02-02 02:40:00 UTC, a Monday.
  public init(now: Timestamp = Timestamp(milliseconds: 1_770_000_000_000)) {
    time = Mutex(now)
  }

  /// The present time, which may be set forwards and back.
  public var now: Timestamp {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  /// Moves the clock forwards, or back when `seconds` is negative.
  public func advance(seconds: Int64) {
    time.withLock { $0 = $0.adding(seconds: seconds) }
  }
}
