import Domain

extension ChartBar {
  /// The label: the day on which the period begins, or the hour.
  public func label(by span: Span, in calendar: any LocalCalendar) -> String {
    let start = calendar.civilTime(at: start)
    return span == .hour ? start.minuteText : start.dayText
  }
}

extension UInt64 {
  /// How much of a bar is filled, in whole steps that are rounded down: all `steps` for the whole.
  ///
  /// The number is at most `whole`; of nothing there is none.
  public func share(of whole: UInt64, steps: UInt64) -> UInt64 {
    whole == 0 ? 0 : whole.dividingFullWidth(multipliedFullWidth(by: steps)).quotient
  }
}
