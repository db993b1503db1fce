import Domain
import Synchronization

/// A clock that stands still until it is set.
public final class ManualClock: Clock, Sendable {
  private let time: Mutex<Timestamp>

  /// A clock that shows `now`: 2026-02-02 02:40:00 UTC, a Monday, unless told.
  public init(now: Timestamp = Timestamp(milliseconds: 1_770_000_000_000)) {
    time = Mutex(now)
  }

  /// The moment that the clock shows; it may be set forwards and back.
  public var now: Timestamp {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }

  /// Sets the clock forwards, or back where `seconds` is negative.
  public func advance(seconds: Int64) {
    time.withLock { $0 = $0.adding(seconds: seconds) }
  }
}
