/// A number that the count, or what is added in a period, is to reach or not to exceed. It refuses
/// nothing: what happened at a door has happened.
public struct Target: Equatable, Sendable {
  /// The number, 1 or more.
  public let number: Int64
  /// Whether the number is not to be exceeded, rather than to be reached.
  public let isLimit: Bool
  /// The period in whose additions the number is reached; `nil` for the count of all time.
  public let period: Period?

  /// Creates a target from its parts.
  public init(_ number: Int64, isLimit: Bool = false, in period: Period? = nil) {
    self.number = number
    self.isLimit = isLimit
    self.period = period
  }

  /// The day, week or month of a target, the same for everybody who sees the counter.
  public struct Period: Hashable, Sendable {
    /// The spans that a target may have.
    public static let spans: [Span] = [.day, .week, .month]

    /// A day, a week or a month.
    public let span: Span
    /// The time zone in which the target was set, as `LocalCalendar.zone` has it.
    public let zone: String
    /// When the days of the counter's owner begin.
    public let dayStart: DayStart

    /// Creates a period from its parts. What the owner's day start is, the store knows.
    public init(_ span: Span, zone: String, dayStart: DayStart = .midnight) {
      self.span = span
      self.zone = zone
      self.dayStart = dayStart
    }

    /// Reads the span of a target as a person types it; `nil`, which means all time, of a blank text.
    ///
    /// - Throws: `Refusal.input(.notAPeriod)`.
    public static func span(typed text: String) throws(Refusal) -> Span? {
      let word = text.filter { !$0.isWhitespace }.lowercased()
      if word.isEmpty { return nil }
      guard let span = spans.first(where: { $0.rawValue == word }) else {
        throw .input(.notAPeriod(text))
      }
      return span
    }

    /// The present period, in the calendar of its zone.
    public func range(at now: Timestamp, in calendar: any LocalCalendar) -> Range<Timestamp> {
      calendar.days(beginningAt: dayStart).stretch(of: span, containing: now)
    }
  }

  /// How far the number is from the count or sum; negative beyond the number, and `nil` if the difference
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
