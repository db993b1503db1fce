/// A moment in time, to the millisecond.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01 00:00:00 UTC; negative before it.
  public let milliseconds: Int64

  /// The moment so many milliseconds after 1970-01-01 00:00:00 UTC.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// The moment so many seconds later (earlier where negative), held within what 64 bits can say.
  public func adding(seconds: Int64) -> Timestamp {
    let (span, tooLong) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, tooFar) = milliseconds.addingReportingOverflow(span)
    guard tooLong || tooFar else { return Timestamp(milliseconds: sum) }
    return Timestamp(milliseconds: seconds < 0 ? .min : .max)
  }
}

/// What tells the time.
public protocol Clock: Sendable {
  /// The present moment by the wall clock, which may jump.
  var now: Timestamp { get }
}
