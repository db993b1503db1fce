import Domain
import Presentation

/// The width and abilities of the terminal or file that text is laid out for.
package struct TextMetrics: Sendable {
  /// A limit above the width of any terminal, to save memory.
  package static let mostColumns = 1_000

  /// The number of columns, 1 to `mostColumns`.
  package let columns: Int
  /// Whether block characters can be shown.
  package let hasBlocks: Bool
  /// Whether it is a terminal, where long names may be shortened.
  package let isTerminal: Bool
  /// The number of columns of a character: 0, 1 or 2.
  package let width: @Sendable (Unicode.Scalar) -> Int

  /// Creates metrics, limited to `mostColumns`.
  package init(
    columns: Int, hasBlocks: Bool, isTerminal: Bool = false,
    width: @escaping @Sendable (Unicode.Scalar) -> Int
  ) {
    self.columns = min(max(columns, 1), Self.mostColumns)
    self.hasBlocks = hasBlocks
    self.isTerminal = isTerminal
    self.width = width
  }

  /// The width of a text in columns.
  package func width(of text: some StringProtocol) -> Int {
    // Printable ASCII characters have one column in every locale.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + max(0, width($1)) }
  }

  /// Wraps a text between words into lines of at most this width. A longer word stays whole, unless
  /// `breakingWords`.
  package func wrapped(_ text: String, to columns: Int, breakingWords: Bool = false) -> [String] {
    var lines: [String] = []
    for word in visible(text).split(separator: " ", omittingEmptySubsequences: false) {
      if let last = lines.last, width(of: "\(last) \(word)") <= columns {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines += breakingWords ? broken(word, to: columns) : [String(word)]
      }
    }
    return lines
  }

  private func broken(_ word: Substring, to columns: Int) -> [String] {
    var (lines, room) = ([""], columns)
    for character in word {
      let width = width(of: String(character))
      if width > room, lines.last != "" {
        lines.append("")
        room = columns
      }
      lines[lines.count - 1].append(character)
      room -= width
    }
    return lines
  }

  /// Terms with their meanings beside them, or below a term longer than half of the columns.
  package func definitions(_ entries: [(term: String, meaning: String)], to columns: Int)
    -> [String]
  {
    let gap = 2
    let columns = max(1, columns)
    let widest = entries.map { width(of: $0.term) }.max() ?? 0
    let indent = min(widest + gap, columns / 2)
    return entries.flatMap { term, meaning in
      let room = indent - width(of: term)
      let lines = wrapped(meaning, to: columns - indent).map {
        String(repeating: " ", count: indent) + $0
      }
      guard room >= gap else { return wrapped(term, to: columns) + lines }
      let first = lines.prefix(1).map { term + $0.dropFirst(indent - room) }
      return first + lines.dropFirst()
    }
  }

  /// Shortens a text with `…` if it is wider than this.
  func shortened(_ text: String, to columns: Int) -> String {
    guard width(of: text) > columns else { return text }
    var room = columns - width(of: "…")
    let beginning = text.prefix {
      room -= width(of: String($0))
      return room >= 0
    }
    return beginning + "…"
  }
}

extension String {
  /// Whether the text contains control characters.
  package var hasControlCharacters: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
