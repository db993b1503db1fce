@testable import App

extension Page {
  /// The page for all journeys, independent of the real terminal.
  static let ofJourneys = Page(columns: 80, hasBlocks: true) {
    "☕茶".unicodeScalars.contains($0) ? 2 : 1
  }
}
