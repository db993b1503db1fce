import Domain

/// The calendar of samples, in UTC.
struct UTCCalendar: LocalCalendar {
  func secondsAhead(at moment: Timestamp) -> Int64 { 0 }
}
