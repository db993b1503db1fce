import Foundation

/// How much of the figures is run.
enum Scale {
  /// Whether all of it is, which takes long.
  static let isFull = ProcessInfo.processInfo.environment["TALLY_FAULTS"] == "full"

  /// As much of a figure as this run does: all, or a tenth.
  static func count(_ figure: Int) -> Int { isFull ? figure : max(figure / 10, 1) }
}
