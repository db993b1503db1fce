@testable import App

extension Page {
  /// A page on which every scalar takes one column, but for the wide ones that a test names.
  static func plain(
    columns: Int = 80, hasBlocks: Bool = false, isTerminal: Bool = false, wide: String = ""
  ) -> Page {
    Page(columns: columns, hasBlocks: hasBlocks, isTerminal: isTerminal) {
      wide.unicodeScalars.contains($0) ? 2 : 1
    }
  }
}
