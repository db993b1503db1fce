import Presentation
import Terminal

/// The result of pressing Tab after a text.
enum Completion: Equatable {
  /// No candidate begins like this.
  case none
  /// Replaces the text.
  case replace(String)
  /// Lists the candidates, without their common words.
  case list([String])

  /// Completes the text as far as all candidates agree, or lists them if that adds nothing.
  init(of text: String, candidates: [String]) {
    guard let first = candidates.first else {
      self = .none
      return
    }
    let common = candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    if candidates.count == 1 || common.count > text.count {
      self = .replace(common)
    } else {
      let shared = common.unicodeScalars
      let words = shared.lastIndex(of: " ").map { shared[...$0].count } ?? 0
      self = .list(candidates.map { String($0.unicodeScalars.dropFirst(words)) })
    }
  }

  /// The texts in columns of equal width, row by row.
  static func rows(of texts: [String], on metrics: TextMetrics) -> [String] {
    let column = (texts.map { metrics.width(of: $0) }.max() ?? 0) + 2
    let perRow = max(metrics.columns / column, 1)
    return stride(from: 0, to: texts.count, by: perRow).map { start in
      let row = texts[start..<min(start + perRow, texts.count)]
      let cells = row.dropLast().map {
        $0 + String(repeating: " ", count: column - metrics.width(of: $0))
      }
      return cells.joined() + (row.last ?? "")
    }
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
