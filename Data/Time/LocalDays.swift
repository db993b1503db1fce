public import Domain
internal import Foundation

/// The days of the time zone that `TZ` names, or describes by a rule, or else of the computer's.
public struct LocalDays: Days {
  /// The days of the zone that is the process's now.
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
