/// In what form a command's results are written.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// For a person: tables and bars.
  case text
  /// One document of JSON; an export has one object a line.
  case json
  /// Comma-separated values with a line of headings.
  case csv
}
