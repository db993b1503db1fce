/// A number that the count is to reach or not to exceed. It refuses nothing: what happened at a door
/// has happened.
public struct Target: Equatable, Sendable {
  /// The number, 1 or more.
  public let number: Int64
  /// Whether the count is not to exceed the number, rather than to reach it.
  public let isLimit: Bool

  /// Creates a target from its parts.
  public init(_ number: Int64, isLimit: Bool = false) {
    self.number = number
    self.isLimit = isLimit
  }

  /// How far the number is from the count; negative beyond the number, and `nil` if the difference
  /// does not fit in 64 bits.
  public func left(at count: Int64) -> Int64? {
    let (left, overflow) = number.subtractingReportingOverflow(count)
    return overflow ? nil : left
  }

  /// Where a count stands.
  public func standing(of count: Int64) -> Standing {
    if count > number { return .over }
    if count == number { return .reached }
    return left(at: count).map { $0 <= number / 10 } ?? false ? .lastTenth : .below
  }

  /// Where a count stands with a target.
  public enum Standing: String, Sendable {
    /// Less than nine tenths of the number are reached.
    case below
    /// At most a tenth of the number is left.
    case lastTenth
    /// The count is the number.
    case reached
    /// The count is beyond the number.
    case over
  }

  /// What one change means for the target; `nil` if nothing is to be said.
  public func event(from before: Int64, to count: Int64) -> Event? {
    if before < number, count >= number { return isLimit ? .limitReached : .targetReached }
    // The number is 1 or more, so the difference from a greater count has 64 bits.
    return isLimit && count > max(before, number) ? .overLimit(by: count - number) : nil
  }

  /// What a change says about the target.
  public enum Event: Equatable, Sendable {
    /// The count went from below the target to it or beyond.
    case targetReached
    /// The same with a limit.
    case limitReached
    /// The limit was reached before, and the count is this much beyond it.
    case overLimit(by: Int64)

    /// Whether the count was below the number before.
    public var isArrival: Bool { if case .overLimit = self { false } else { true } }
  }
}
