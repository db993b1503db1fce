import Domain
import Presentation

/// The result of a search, and its input.
struct CounterSearch {
  let text: String
  let counters: [CounterSummary]
  let found: [CounterSummary]

  init(_ text: String, in counters: [CounterSummary]) {
    self.text = text
    self.counters = counters
    found = counters.naming(text)
  }
}
