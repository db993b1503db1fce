/// A stretch of local time that one bar of a chart stands for. A week begins on Monday (ISO 8601).
public enum Span: String, CaseIterable, Sendable {
  /// From one full hour of the clock to the next.
  case hour
  /// From one local midnight to the next.
  case day
  /// From one Monday to the next (ISO 8601).
  case week
  /// From the first of a month to that of the next.
  case month
}

/// The clock on the wall, from which it follows where local days begin.
public protocol Days: Sendable {
  /// By how many seconds the local clock is ahead of UTC at a moment; negative where it is behind.
  func secondsAhead(at moment: Timestamp) -> Int64
}
