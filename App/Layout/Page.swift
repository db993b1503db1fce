import Domain

/// What text is laid out for.
struct Page: Sendable {
  /// More columns than any terminal has; a wider page would only fill the memory.
  static let mostColumns = 1_000

  /// How many columns there are, 1 to `mostColumns`.
  let columns: Int
  /// Whether block characters can be shown.
  let hasBlocks: Bool
  /// Whether a person reads it at a terminal, where a long name may be shortened.
  let isTerminal: Bool
  /// How many columns a character takes: 0, 1 or 2.
  let width: @Sendable (Unicode.Scalar) -> Int

  /// A page of these measures, held to what a page can have.
  init(
    columns: Int, hasBlocks: Bool, isTerminal: Bool = false,
    width: @escaping @Sendable (Unicode.Scalar) -> Int
  ) {
    self.columns = min(max(columns, 1), Self.mostColumns)
    self.hasBlocks = hasBlocks
    self.isTerminal = isTerminal
    self.width = width
  }

  /// How many columns a text takes.
  func width(of text: some StringProtocol) -> Int {
    // The printable characters of ASCII have one column each, in every locale.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + max(0, width($1)) }
  }

  /// The text in lines of at most so many columns, broken between words. A word that is wider stays whole unless
  /// told.
  func wrapped(_ text: String, to columns: Int, breakingWords: Bool = false) -> [String] {
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

  /// Terms, each with its meaning next to it, or below a term that would leave less than half of the columns.
  func definitions(_ entries: [(term: String, meaning: String)], to columns: Int)
    -> [String]
  {
    let gap = 2
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

  /// The text, shortened with `…` when it is wider than that many columns.
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

/// The text with everything escaped that a terminal would obey, or that nobody would see, each as `\u{1B}`.
///
/// Every toolkit shows text through this function.
func visible(_ text: String) -> String {
  text.escapingInvisible { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
}

extension String {
  /// Whether there are control characters in it.
  var hasControlCharacters: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
