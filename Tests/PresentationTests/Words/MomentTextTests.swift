import Domain
import Doubles
import Foundation
import Presentation
import Testing

@Suite(.limited) struct MomentTextTests {
  private func moment(_ text: String, now: String = "2026-11-21T12:00:00Z") throws -> String {
    let berlin = FixedCalendar(timeZone: try #require(TimeZone(identifier: "Europe/Berlin")))
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
      ("2026-03-29 03:00", "2026-03-29T01:00:00Z"), ("2026-10-25 02:30", "2026-10-25T00:30:00Z"),
      ("today", "2026-11-20T23:00:00Z"), ("Today", "2026-11-20T23:00:00Z"),
      ("yesterday", "2026-11-19T23:00:00Z"), ("  YESTERDAY ", "2026-11-19T23:00:00Z"),
      ("now", "2026-11-21T12:00:00Z"), ("09:00", "2026-11-21T08:00:00Z"),
      ("09:00:30", "2026-11-21T08:00:30Z"), ("today 09:00", "2026-11-21T08:00:00Z"),
      ("Yesterday 18:30", "2026-11-20T17:30:00Z"), ("2 hours ago", "2026-11-21T10:00:00Z"),
      ("1 hour ago", "2026-11-21T11:00:00Z"), ("90 seconds ago", "2026-11-21T11:58:30Z"),
      ("1 second ago", "2026-11-21T11:59:59Z"), ("1 minute ago", "2026-11-21T11:59:00Z"),
      ("90 minutes ago", "2026-11-21T10:30:00Z"), ("0 days ago", "2026-11-21T12:00:00Z"),
      ("1 day ago", "2026-11-20T12:00:00Z"), ("30 days ago", "2026-10-22T11:00:00Z"),
      ("1 week ago", "2026-11-14T12:00:00Z"), ("5 Weeks Ago", "2026-10-17T11:00:00Z"),
      ("2026-11-21 ", "2026-11-20T23:00:00Z"), (" 2026-11-21", "2026-11-20T23:00:00Z"),
      ("2026-11-21  09:00", "2026-11-21T08:00:00Z"), ("2 hours ago ", "2026-11-21T10:00:00Z"),
    ])
  func `a moment is RFC 3339, or local without a zone`(text: String, expected: String)
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
  func `days begin at local midnight, also around a daylight saving change`(
    now: String, today: String, yesterday: String
  ) throws {
    #expect(try moment("today", now: now) == today)
    #expect(try moment("yesterday", now: now) == yesterday)
  }

  @Test(
    arguments: [
      ("2026-03-29 02:30", "2026-11-21T12:00:00Z"), ("2026-03-29T02:00", "2026-11-21T12:00:00Z"),
      ("02:30", "2026-03-29T12:00:00Z"), ("today 02:59:59", "2026-03-29T12:00:00Z"),
      ("yesterday 02:30", "2026-03-30T12:00:00Z"),
    ])
  func `a local time that daylight saving skips is refused`(text: String, now: String) {
    #expect(throws: Refusal.input(.skippedTime(text))) { try moment(text, now: now) }
  }

  @Test(
    arguments: [
      "", " ", "tomorrow", "noon", "2026", "2026-11", "2026-11-31", "2026-13-01", "26-11-21",
      "2026-11-21T", "2026-11-21\n", "2026-11-21 9:00", "2026-11-21 24:00", "2026-11-21 09:60",
      "2026-11-21 09",
      "2026-11-21 09:00:61", "2026-11-21T09:00Z", "2026/11/21", "21.11.2026", "+026-11-21",
      "2026-+1-21", "2026--1-21", "２０２６-11-21", "0000-01-01", "2026-11-21-", "2026-11-21T 09:00",
      "2026-11-21 09:00:00:00", "9:00", "24:00", "now 09:00", "todayt09:00", "hours ago",
      "two hours ago", "-2 hours ago", "2 hours", "2 months ago", "+1 day ago",
      "9223372036854775807 weeks ago", "9223372036854775808 days ago", "800000 days ago",
      "9223372036854775807 hours ago", "30000000 hours ago", "\u{2066}today",
    ])
  func `anything else is refused`(text: String) {
    #expect(throws: Refusal.input(.notATime(text))) { try moment(text) }
  }
}
