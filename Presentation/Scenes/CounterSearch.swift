import Domain

/// A search for counters while its text is typed, with its result.
public struct CounterSearch: Sendable {
  /// The typed text.
  public let text: String
  /// The counters among which is searched.
  public let counters: [CounterSummary]
  /// Those that match.
  public let found: [CounterSummary]

  /// Searches for a text among counters.
  public init(_ text: String, in counters: [CounterSummary]) {
    self.text = text
    self.counters = counters
    found = counters.naming(text)
  }

  /// What a toolkit marks: the first counter that begins with the text, or else the first match.
  public var best: CounterSummary? {
    let beginning = text.lowercased()
    return found.first { $0.counter.typedName.lowercased().hasPrefix(beginning) } ?? found.first
  }

  /// What is found, from the last search if it was the same.
  public static func found(
    _ text: String, in counters: [CounterSummary], by last: CounterSearch?
  ) -> [CounterSummary] {
    guard let last, last.text == text, last.counters == counters else {
      return counters.naming(text)
    }
    return last.found
  }
}

extension [CounterSummary] {
  /// The counters whose names contain the text, ignoring case; all for an empty text.
  public func naming(_ text: String) -> [CounterSummary] {
    guard !text.isEmpty else { return self }
    let wanted = text.foldedForSearch
    return filter {
      let name = $0.counter.typedName.foldedForSearch
      // A combining mark makes one character with what is before it, which may be what is searched.
      if name.utf8.contains(wanted.utf8) { return true }
      // Comparing characters is slow, and those of ASCII are the same only as bytes.
      return !(name + wanted).utf8.allSatisfy(Unicode.ASCII.isASCII) && name.contains(wanted)
    }
  }
}

extension String {
  /// The text for comparison. Upper-casing first makes `ß` match `SS`, and a final sigma match
  /// others.
  package var foldedForSearch: String { uppercased().lowercased() }
}
