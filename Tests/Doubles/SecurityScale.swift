import Foundation

/// How often the security tests repeat: a little in every run, and as often as the pages promise
/// with `TALLY_SECURITY=full`.
public enum SecurityScale {
  /// Whether the tests repeat in full.
  public static let isFull = ProcessInfo.processInfo.environment["TALLY_SECURITY"] == "full"

  /// The number of repetitions in this run.
  public static func repetitions(_ short: Int, full: Int) -> Int { isFull ? full : short }

  /// The seed of random input, which is printed; set `TALLY_SECURITY_SEED` to repeat a run.
  public static func seed(of name: String) -> UInt64 {
    let given = ProcessInfo.processInfo.environment["TALLY_SECURITY_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: .min ... .max)
    print("\(name) runs with TALLY_SECURITY_SEED=\(seed)")
    return seed
  }
}
