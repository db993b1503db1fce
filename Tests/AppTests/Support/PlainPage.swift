@testable import App

extension Page {
  /// A page where every scalar takes one column, except the given wide ones.
  static func plain(
    columns: Int = 80, hasBlocks: Bool = false, isTerminal: Bool = false, wide: String = ""
  ) -> Page {
    Page(columns: columns, hasBlocks: hasBlocks, isTerminal: isTerminal) {
      wide.unicodeScalars.contains($0) ? 2 : 1
    }
  }
}
