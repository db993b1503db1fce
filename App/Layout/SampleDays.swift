import Domain

/// The days of samples, whose moments are in UTC.
struct SampleDays: Days {
  func secondsAhead(at moment: Timestamp) -> Int64 { 0 }
}
