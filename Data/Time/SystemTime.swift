public import Domain
internal import Platform

/// The calendar of the time zone in `TZ`, or else of the computer.
public struct SystemCalendar: LocalCalendar {
  /// Creates a calendar with the process's present time zone.
  public init() {
    tzset()
  }

  /// Uses the C library, which understands also a `TZ` that is not a name.
  public func secondsAhead(at moment: Timestamp) -> Int64 {
    var time = time_t((Double(moment.milliseconds) / 1_000).rounded(.down))
    var local = tm()
    guard localtime_r(&time, &local) != nil else { return 0 }
    return Int64(local.tm_gmtoff)
  }
}

/// The computer's clock.
public struct WallClock: Clock {
  /// Creates a clock.
  public init() {}

  public var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
