import Foundation

/// The scale of the fault tests.
enum Scale {
  /// Whether all figures are run in full, which takes long.
  static let isFull = ProcessInfo.processInfo.environment["TALLY_FAULTS"] == "full"

  /// The figure in full, or a tenth of it.
  static func count(_ figure: Int) -> Int { isFull ? figure : max(figure / 10, 1) }
}
