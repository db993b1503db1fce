import Domain
import Doubles
import Foundation
import Presentation
import Testing

@Suite struct MomentTextTests {
  private func moment(_ text: String, now: String = "2026-11-21T12:00:00Z") throws -> String {
    let berlin = FixedDays(timeZone: try #require(TimeZone(identifier: "Europe/Berlin")))
    let now = try #require(Timestamp(rfc3339: now))
    return try MomentText.moment(text, in: berlin, now: now).rfc3339
  }

  @Test(
    arguments: [
      ("2026-11-21T09:00:00.5Z", "2026-11-21T09:00:00.500Z"),
      ("2026-11-21 09:00:00-05:00", "2026-11-21T14:00:00Z"),
      ("2026-11-21", "2026-11-20T23:00:00Z"), ("2026-07-01", "2026-06-30T22:00:00Z"),
      ("2026-11-21 09:00", "2026-11-21T08:00:00Z"), ("2026-11-21T09:00", "2026-11-21T08:00:00Z"),
      ("2026-11-21t09:00", "2026-11-21T08:00:00Z"),
      ("2026-11-21 09:00:30", "2026-11-21T08:00:30Z"),
      ("2026-03-29 02:30", "2026-03-29T01:30:00Z"), ("2026-10-25 02:30", "2026-10-25T00:30:00Z"),
      ("today", "2026-11-20T23:00:00Z"), ("Today", "2026-11-20T23:00:00Z"),
      ("yesterday", "2026-11-19T23:00:00Z"), ("YESTERDAY", "2026-11-19T23:00:00Z"),
    ])
  func `a moment is RFC 3339, or local where it names no zone`(text: String, expected: String)
    throws
  {
    #expect(try moment(text) == expected)
  }

  @Test(
    arguments: [
      ("2026-03-29T12:00:00Z", "2026-03-28T23:00:00Z", "2026-03-27T23:00:00Z"),
      ("2026-03-30T00:30:00Z", "2026-03-29T22:00:00Z", "2026-03-28T23:00:00Z"),
      ("2026-10-25T23:30:00Z", "2026-10-25T23:00:00Z", "2026-10-24T22:00:00Z"),
      ("2026-01-01T00:00:00Z", "2025-12-31T23:00:00Z", "2025-12-30T23:00:00Z"),
    ])
  func `days begin at local midnight also beside a change of summer time`(
    now: String, today: String, yesterday: String
  ) throws {
    #expect(try moment("today", now: now) == today)
    #expect(try moment("yesterday", now: now) == yesterday)
  }

  @Test(
    arguments: [
      "", " ", "tomorrow", "now", "2026", "2026-11", "2026-11-31", "2026-13-01", "26-11-21",
      "2026-11-21 ", " 2026-11-21", "2026-11-21T", "2026-11-21 9:00", "2026-11-21 24:00",
      "2026-11-21 09:60", "2026-11-21 09", "2026-11-21 09:00:61", "2026-11-21  09:00",
      "2026-11-21 09:00 ", "2026-11-21T09:00Z", "2026/11/21", "21.11.2026", "+026-11-21",
      "2026-+1-21", "2026--1-21", "２０２６-11-21", "0000-01-01", "2026-11-21-", "today 09:00",
      "2026-11-21 09:00:00:00", "\u{2066}today",
    ])
  func `anything else is no moment`(text: String) {
    #expect(throws: Refusal.notATime(text)) { try moment(text) }
  }
}
