import Domain

extension ChartBar {
  /// The label: the day on which the period begins, or the hour.
  public func label(by span: Span, in calendar: any LocalCalendar) -> String {
    let start = calendar.civilTime(at: start)
    return span == .hour ? start.minuteText : start.dayText
  }
}

extension UInt64 {
  /// How many of a bar's steps are filled, rounded down. All are filled when the number is `whole`.
  ///
  /// The number must not exceed `whole`. When `whole` is 0, no step is filled.
  public func share(of whole: UInt64, steps: UInt64) -> UInt64 {
    whole == 0 ? 0 : whole.dividingFullWidth(multipliedFullWidth(by: steps)).quotient
  }
}
