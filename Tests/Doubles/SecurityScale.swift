import Foundation

/// How much the tests of security try: little in every run, all that the README promises with
/// `TALLY_SECURITY=full`.
public enum SecurityScale {
  /// Whether all of it is tried.
  public static let isFull = ProcessInfo.processInfo.environment["TALLY_SECURITY"] == "full"

  /// How often something is tried.
  public static func tries(_ short: Int, full: Int) -> Int { isFull ? full : short }

  /// The seed of random input, which is printed; `TALLY_SECURITY_SEED` runs one again.
  public static func seed(of name: String) -> UInt64 {
    let given = ProcessInfo.processInfo.environment["TALLY_SECURITY_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: .min ... .max)
    print("\(name) is tried with TALLY_SECURITY_SEED=\(seed)")
    return seed
  }
}
