/// How many changes in a period set the count to a number. They add nothing, so a chart leaves them
/// out.
public struct SetsAndResets: Equatable, Sendable {
  /// How many sets are not undone. A set that left the count as it was is not counted.
  public let sets: Int64
  /// How many resets are not undone. A reset at 0 is not counted.
  public let resets: Int64

  /// Creates the numbers.
  public init(sets: Int64, resets: Int64) {
    self.sets = sets
    self.resets = resets
  }
}

/// The sum of one period of local time.
public struct ChartBar: Equatable, Sendable {
  /// The default number of bars of a chart.
  public static let usualNumber = 14

  /// The maximum number of bars of a chart.
  public static let greatestNumber = 10_000

  /// The beginning of the period.
  public let start: Timestamp
  /// The sum of the additions, however large.
  public let exactSum: Int128
  /// The sum of the additions, or `nil` if it is out of range.
  public var sum: Int64? { Int64(exactly: exactSum) }

  /// Creates a bar from its parts.
  public init(start: Timestamp, sum: Int128) {
    self.start = start
    exactSum = sum
  }
}
