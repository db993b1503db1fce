@testable import Terminal

extension TextMetrics {
  /// Metrics where every scalar takes one column, except the given wide ones.
  static func plain(
    columns: Int = 80, hasBlocks: Bool = false, isTerminal: Bool = false, wide: String = ""
  ) -> TextMetrics {
    TextMetrics(columns: columns, hasBlocks: hasBlocks, isTerminal: isTerminal) {
      wide.unicodeScalars.contains($0) ? 2 : 1
    }
  }
}
