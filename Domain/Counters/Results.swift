/// The results of a command. A codec knows the fields of each kind for programs.
public enum Results: Sendable {
  /// Counters with their counts, last changes, and sums of a period.
  case counters([CounterSummary])
  /// A counter's count.
  case count(Counter)
  /// The sum of a counter's changes in a period; the counter's name is as typed.
  case sum(Int64, of: String)
  /// The members of a counter with their sums.
  case members([Member])
  /// The invitations to a counter.
  case invitations([Invitation])
  /// The bars of a counter's chart.
  case chart([ChartBar], of: String)
  /// The sums of a counter's additions on Mondays to Sundays.
  case weekdays([Int64?], of: String)
  /// What was added to a counter by local days.
  case statistics(Statistics, of: String)
  /// Rows of an export.
  case rows([TransferRow])
  /// The changes of a history; the counter's name is as typed.
  case history([Change], of: CounterName)
}

/// The format of results for programs.
public enum TransferFormat: Sendable {
  /// One JSON object per line.
  case jsonLines
  /// One JSON document: an array with an object on each line.
  case jsonDocument
  /// Comma-separated values with a header.
  case csv
}
