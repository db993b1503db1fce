import Doubles
import Foundation

/// The scale of the fault tests.
enum Scale {
  private static let wanted = ProcessInfo.processInfo.environment["TALLY_FAULTS"]

  /// Whether this is the form of `swift test`, with the least of each figure.
  static let isSmall = wanted == nil

  /// Whether all figures are run in full, which takes long.
  static let isFull = wanted == "full"

  /// By how much the figures are divided.
  static let divisor = isFull ? 1 : wanted == "tenth" ? 10 : 40

  /// The figure in full, or its part.
  static func count(_ figure: Int) -> Int { max(figure / divisor, 1) }

  /// All of them, or a few in the small form, others each time.
  static func some<Member>(_ count: Int, of all: [Member]) -> [Member] {
    guard isSmall else { return all }
    var generator = Seed().generator
    return Array(all.shuffled(using: &generator).prefix(count))
  }
}
