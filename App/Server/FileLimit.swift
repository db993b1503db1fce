import Foundation

/// How many files the process may have open, which every connection needs.
enum FileLimit {
  /// Raises the limit as far as the system allows, and returns it. The usual one is meant for
  /// programs that wait with `select`.
  static func raised() -> Int {
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 1_024 }
    var raised = limit
    raised.rlim_cur = limit.rlim_max
    if setrlimit(resource, &raised) == 0 { limit = raised }
    return Int(min(limit.rlim_cur, 1 << 20))
  }
}
