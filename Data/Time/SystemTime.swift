public import Domain
internal import Foundation

/// The calendar of the time zone that `TZ` names or describes by a rule, else of the computer's own.
public struct SystemCalendar: LocalCalendar {
  /// The calendar of the process's time zone as it is now.
  public init() {
    tzset()
  }

  /// The C library knows all that `TZ` can mean, and Foundation only names.
  public func secondsAhead(at moment: Timestamp) -> Int64 {
    var time = time_t((Double(moment.milliseconds) / 1_000).rounded(.down))
    var local = tm()
    guard localtime_r(&time, &local) != nil else { return 0 }
    return Int64(local.tm_gmtoff)
  }
}

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
