import Domain
import Foundation
import Testing

@testable import Data

/// The moment that an RFC 3339 text names.
private func moment(_ text: String) throws -> Timestamp {
  let date = try Date(text, strategy: .iso8601)
  return Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1_000))
}

@Suite struct `Local days` {
  private func expect(
    _ span: Span, until text: String, in zone: String = "Europe/Berlin", are boundaries: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let days = try #require(LocalDays(timeZone: zone))
    let found = days.boundaries(
      of: span, last: boundaries.count - 1, until: try moment(text))
    #expect(found == (try boundaries.map(moment)), sourceLocation: sourceLocation)
  }

  @Test func `are 23 hours long where summer time begins`() throws {
    try expect(
      .day, until: "2026-03-30T12:00:00Z",
      are: [
        "2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z",
        "2026-03-30T22:00:00Z",
      ])
  }

  @Test func `are 25 hours long where summer time ends`() throws {
    try expect(
      .day, until: "2026-10-25T00:30:00Z", are: ["2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"])
    try expect(
      .day, until: "2026-10-25T22:59:59Z",
      are: ["2026-10-23T22:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"])
  }

  @Test func `have hours that are all an hour long, also the one that comes twice`() throws {
    try expect(
      .hour, until: "2026-10-25T02:30:00Z",
      are: [
        "2026-10-24T23:00:00Z", "2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z",
        "2026-10-25T02:00:00Z", "2026-10-25T03:00:00Z",
      ])
    try expect(
      .hour, until: "2026-03-29T01:30:00Z",
      are: ["2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"])
    try expect(
      .hour, until: "2026-01-01T00:00:00Z", in: "Asia/Kolkata",
      are: ["2025-12-31T23:30:00Z", "2026-01-01T00:30:00Z"])
  }

  @Test func `begin later where summer time begins at midnight`() throws {
    try expect(
      .day, until: "2018-11-04T12:00:00Z", in: "America/Sao_Paulo",
      are: ["2018-11-03T03:00:00Z", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"])
  }

  @Test func `are grouped in weeks that begin on Monday, and in months`() throws {
    try expect(
      .week, until: "2026-11-01T12:00:00Z",
      are: ["2026-10-18T22:00:00Z", "2026-10-25T23:00:00Z", "2026-11-01T23:00:00Z"])
    try expect(
      .week, until: "2026-11-01T23:00:00Z",
      are: ["2026-11-01T23:00:00Z", "2026-11-08T23:00:00Z"])
    try expect(
      .month, until: "2026-03-15T12:00:00Z",
      are: ["2026-01-31T23:00:00Z", "2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z"])
  }

  @Test(
    arguments: Span.allCases,
    ["Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"])
  func `follow one another without a gap, the last with the moment in it`(
    _ span: Span, _ zone: String
  ) throws {
    let days = try #require(LocalDays(timeZone: zone))
    for text in ["2011-12-31T12:00:00Z", "2018-02-18T02:30:00Z", "2026-04-04T15:10:00Z"] {
      let moment = try moment(text)
      let boundaries = days.boundaries(of: span, last: 400, until: moment)
      #expect(boundaries.count == 401)
      #expect(zip(boundaries, boundaries.dropFirst()).allSatisfy { $0 < $1 })
      #expect(boundaries[399] <= moment && moment < boundaries[400])
    }
  }

  @Test func `are read from calendar and clock`() throws {
    let days = try #require(LocalDays(timeZone: "Europe/Berlin"))
    let time = CivilTime(year: 2026, month: 10, day: 25, hour: 2, minute: 30, second: 15)
    #expect(days.civilTime(at: try moment("2026-10-25T00:30:15Z")) == time)
    #expect(days.civilTime(at: try moment("2026-10-25T01:30:15Z")) == time)
    let before1970 = days.civilTime(at: Timestamp(milliseconds: -1))
    #expect(
      before1970 == CivilTime(year: 1970, month: 1, day: 1, hour: 0, minute: 59, second: 59))
  }

  @Test(arguments: [Int64.min, .max, 0], Span.allCases)
  func `are found for every moment`(_ milliseconds: Int64, _ span: Span) throws {
    let days = try #require(LocalDays(timeZone: "Europe/Berlin"))
    let moment = Timestamp(milliseconds: milliseconds)
    #expect((1...9_999).contains(days.civilTime(at: moment).year))
    #expect(days.boundaries(of: span, last: 3, until: moment).count == 4)
    #expect(days.boundaries(of: span, last: 0, until: moment).count == 1)
  }

  @Test(
    arguments: [
      (nil, nil), ("", "GMT"), ("Europe/Berlin", "Europe/Berlin"),
      (":Asia/Tokyo", "Asia/Tokyo"), (":/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
      ("Europe/Atlantis", nil), (":", "GMT"), ("/etc/passwd", nil),
    ] as [(String?, String?)])
  func `are those that TZ names`(_ value: (environment: String?, zone: String?)) {
    #expect(TimeZone.ofEnvironment(value.environment)?.identifier == value.zone)
  }

  @Test func `are those of no zone that does not exist`() {
    #expect(LocalDays(timeZone: "Europe/Atlantis") == nil)
  }
}

@Suite struct `The wall clock` {
  @Test func `shows the computer's time`() {
    let before = Int64(Date().timeIntervalSince1970 * 1_000)
    let now = WallClock().now.milliseconds
    #expect((before...before + 60_000).contains(now))
  }
}
