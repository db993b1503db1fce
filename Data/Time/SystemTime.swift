public import Domain
internal import Platform

/// The calendar of the time zone in `TZ`, or else of the computer.
public struct SystemCalendar: LocalCalendar {
  /// Creates a calendar with the process's present time zone.
  public init() {
    tzset()
  }

  /// The zone by its name, or by the rule in `TZ`. Where the computer does not say its name, the clock's
  /// present offset is taken for all times.
  public var zone: String {
    let variable = getenv("TZ").map { String(cString: $0) }
    if let name = variable ?? Self.target(ofLinkAt: "/etc/localtime") {
      let path = name.drop { $0 == ":" }
      let zone = String(path.split(separator: "/zoneinfo/", maxSplits: 1).last ?? "UTC0")
      if ZoneCalendar(named: zone) != nil || ZoneRule(zone) != nil { return zone }
    }
    return ZoneRule(secondsAhead: secondsAhead(at: WallClock().now)).zone
  }

  private static func target(ofLinkAt path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(path, &bytes, bytes.count)
    guard length > 0 else { return nil }
    return String(decoding: bytes[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Uses the C library, which understands also a `TZ` that is not a name.
  public func secondsAhead(at moment: Timestamp) -> Int64 {
    var time = time_t((Double(moment.milliseconds) / 1_000).rounded(.down))
    var local = tm()
    guard localtime_r(&time, &local) != nil else { return 0 }
    return Int64(local.tm_gmtoff)
  }

  public func calendar(ofZone zone: String) -> any LocalCalendar { ZoneCalendar.calendar(of: zone) }
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
