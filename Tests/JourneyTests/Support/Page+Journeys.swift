@testable import App

extension Page {
  /// The page of every journey, whatever the terminal is that the tests are run at.
  static let ofJourneys = Page(columns: 80, hasBlocks: true) {
    "☕茶".unicodeScalars.contains($0) ? 2 : 1
  }
}
