public import Domain
internal import Foundation

/// The computer's clock.
public struct WallClock: Clock {
  /// The clock, which has no settings.
  public init() {}

  public var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
