import Domain

/// The calendar of samples, whose moments are in UTC.
struct UTCCalendar: LocalCalendar {
  func secondsAhead(at moment: Timestamp) -> Int64 { 0 }
}
