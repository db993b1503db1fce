@testable import Terminal

extension TextMetrics {
  /// The metrics of all journeys, independent of the real terminal.
  static let ofJourneys = TextMetrics(columns: 80, hasBlocks: true) {
    "☕茶".unicodeScalars.contains($0) ? 2 : 1
  }
}
