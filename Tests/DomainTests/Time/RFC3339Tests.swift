import Domain
import Testing

@Suite(.limited) struct `RFC 3339` {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999Z", -1),
      ("2026-11-21T09:00:00Z", 1_795_251_600_000), ("2000-02-29T12:30:45.123Z", 951_827_445_123),
      ("1900-03-01T00:00:00Z", -2_203_891_200_000), ("2100-03-01T00:00:00Z", 4_107_542_400_000),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
      ("1996-12-19T16:39:57.005Z", 851_013_597_005),
    ] as [(String, Int64)])
  func `is written and read back`(text: String, milliseconds: Int64) {
    #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
    #expect(Timestamp(rfc3339: text) == Timestamp(milliseconds: milliseconds))
  }

  @Test(
    arguments: [
      ("2026-11-21T10:00:00+01:00", "2026-11-21T09:00:00Z"),
      ("2026-11-20T22:30:00-10:30", "2026-11-21T09:00:00Z"),
      ("2026-11-21t09:00:00z", "2026-11-21T09:00:00Z"),
      ("2026-11-21 09:00:00-00:00", "2026-11-21T09:00:00Z"),
      ("2026-11-21T09:00:00.1Z", "2026-11-21T09:00:00.100Z"),
      ("2026-11-21T09:00:00.0009999999999999999999999Z", "2026-11-21T09:00:00Z"),
      ("1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"),
      ("1990-12-31T23:59:60Z", "1991-01-01T00:00:00Z"),
      ("1990-12-31T15:59:60.5-08:00", "1991-01-01T00:00:00.500Z"),
      ("0000-12-31T23:00:00-02:00", nil), ("9999-12-31T23:59:59.5-00:01", nil),
      ("0001-01-01T00:30:00+00:31", nil), ("9999-12-31T23:59:60Z", nil),
    ] as [(String, String?)])
  func `is read in all its forms`(text: String, written: String?) {
    #expect(Timestamp(rfc3339: text)?.rfc3339 == written)
  }

  @Test(
    arguments: [
      "", "Z", "2026-11-21", "2026-11-21T09:00Z", "2026-11-21T09:00:00", "2026-11-21T09:00:00.Z",
      "2026-11-21T09:00:00,5Z", "2026-11-21T09:00:00.5", "2026-11-21T09:00:00ZZ",
      "2026-11-21T09:00:00Z ", " 2026-11-21T09:00:00Z", "2026-11-21_09:00:00Z",
      "2026-11-21T09:00:00+0100", "2026-11-21T09:00:00+01", "2026-11-21T09:00:00+24:00",
      "2026-11-21T09:00:00+01:60", "2026-11-21T09:00:00+01:00Z", "2026-13-01T00:00:00Z",
      "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-04-00T00:00:00Z",
      "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-01-01T24:00:00Z",
      "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "2026-01-01T12:00:60Z",
      "2026-01-01T23:59:60+01:00", "26-01-01T00:00:00Z", "12026-01-01T00:00:00Z",
      "-026-01-01T00:00:00Z", "+026-01-01T00:00:00Z", "2026-1-01T00:00:00Z",
      "2026-11-21T09:00:00\u{2212}01:00", "２026-11-21T09:00:00Z", "2026-11-21T09:00:00Z\0",
    ])
  func `is refused in any other form`(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test func `covers the days of 400 years, with the right year lengths`() {
    let day: Int64 = 86_400_000
    let beginning: Int64 = 946_684_800_000  // 2000-01-01
    var expected = (year: 2_000, month: 1, day: 1)
    for index in 0..<Int64(146_097) {
      let midnight = Timestamp(milliseconds: beginning + index * day)
      let civil = CivilTime(
        year: expected.year, month: expected.month, day: expected.day, hour: 0, minute: 0,
        second: 0)
      guard Timestamp(utc: civil) == midnight, Timestamp(rfc3339: midnight.rfc3339) == midnight,
        midnight.rfc3339.hasPrefix("\(expected.year)-")
      else {
        Issue.record("\(expected) is \(midnight.rfc3339)")
        return
      }
      expected = Self.dayAfter(expected)
    }
    #expect(expected == (2_400, 1, 1))
  }

  private static func dayAfter(_ date: (year: Int, month: Int, day: Int))
    -> (year: Int, month: Int, day: Int)
  {
    let isLeap = date.year % 400 == 0 || date.year % 100 != 0 && date.year % 4 == 0
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if date.day < lengths[date.month - 1] { return (date.year, date.month, date.day + 1) }
    return date.month < 12 ? (date.year, date.month + 1, 1) : (date.year + 1, 1, 1)
  }

  @Test(
    arguments: [
      (Int64.min, "0001-01-01T00:00:00Z"), (Int64.max, "9999-12-31T23:59:59.999Z"),
    ])
  func `limits a moment to the nearest one that it can write`(
    milliseconds: Int64, text: String
  ) {
    #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
  }

  @Test(
    arguments: [
      (0, 1, 1, 0, 0, 0), (10_000, 1, 1, 0, 0, 0), (2_026, 2, 29, 0, 0, 0),
      (2_026, 1, 1, -1, 0, 0), (2_026, 1, 1, 0, 60, 0), (2_026, 1, 1, 0, 0, 61),
      (.min, .min, .min, .min, .min, .min), (.max, .max, .max, .max, .max, .max),
    ] as [(Int, Int, Int, Int, Int, Int)])
  func `refuses a date or time out of range`(_ parts: (Int, Int, Int, Int, Int, Int)) {
    let civil = CivilTime(
      year: parts.0, month: parts.1, day: parts.2, hour: parts.3, minute: parts.4,
      second: parts.5)
    #expect(Timestamp(utc: civil) == nil)
  }
}
