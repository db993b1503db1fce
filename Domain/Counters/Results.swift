/// What a command found, as values of one kind. A codec knows the fields of each for programs that read them.
public enum Results: Sendable {
  /// Counters, each with its count and its last change.
  case counters([Counter])
  /// A counter's count.
  case count(Counter)
  /// What was added to a counter in a stretch of time.
  case sum(Int64, of: CounterName)
  /// The bars of a counter's chart.
  case chart([ChartBar], of: CounterName)
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
