import ArgumentParser
import Domain

/// Writes results for programs, page by page. Composition fills it with the codec of imports and exports.
protocol ResultEncoder: Sendable {
  /// The lines that the next results lead to; all results are of one kind.
  mutating func lines(of results: Results) -> [String]
  /// The lines after all results.
  func end() -> [String]
}

/// How a command's results are written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  /// For a person: tables and bars.
  case text
  /// One document of JSON.
  case json
  /// Comma-separated values with a line of headings.
  case csv
}
