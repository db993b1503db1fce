import Domain
import Presentation

/// A search for counters, with its result.
struct CounterSearch {
  let text: String
  let counters: [CounterSummary]
  let found: [CounterSummary]

  init(_ text: String, in counters: [CounterSummary]) {
    self.text = text
    self.counters = counters
    found = counters.naming(text)
  }

  /// The first counter that begins with the text, or else the first match.
  var best: CounterSummary? {
    let beginning = text.lowercased()
    return found.first { $0.counter.typedName.lowercased().hasPrefix(beginning) } ?? found.first
  }

  /// What is found, from the last search if it was the same.
  static func found(
    _ text: String, in counters: [CounterSummary], by last: CounterSearch?
  ) -> [CounterSummary] {
    guard let last, last.text == text, last.counters == counters else {
      return counters.naming(text)
    }
    return last.found
  }
}
