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
}
