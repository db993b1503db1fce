/// What a command found, as values of one kind. A codec knows the fields of each for programs that read them.
public enum Results: Sendable {
  /// Counters, each with its count, its last change and what was added in a period.
  case counters([CounterSummary])
  /// A counter's count.
  case count(Counter)
  /// What was added to a counter, by the name that is typed for it, in a stretch of time.
  case sum(Int64, of: String)
  /// Who may count or view a counter, and what each added.
  case members([Member])
  /// The bars of a counter's chart.
  case chart([ChartBar], of: String)
  /// Rows of an export, or of a history.
  case rows([TransferRow])
}

/// How results are written for programs.
public enum TransferFormat: Sendable {
  /// JSON with an object a line, one after the other.
  case jsonLines
  /// One document of JSON: an array with an object on each line.
  case jsonDocument
  /// Comma-separated values with a line of headings.
  case csv
}
