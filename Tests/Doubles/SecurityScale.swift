import Foundation

/// How often the security tests repeat: a little in every run, and as often as the pages promise
/// with `TALLY_SECURITY=full`.
public enum SecurityScale {
  /// Whether the tests repeat in full.
  public static let isFull = ProcessInfo.processInfo.environment["TALLY_SECURITY"] == "full"

  /// The number of repetitions in this run.
  public static func repetitions(_ short: Int, full: Int) -> Int { isFull ? full : short }
}
