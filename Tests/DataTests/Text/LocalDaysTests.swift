import Domain
import Doubles
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

  @Test(
    arguments: [
      ("Europe/Berlin", "2026-11-21 09:00", "2026-11-21T08:00:00Z"),
      ("Europe/Berlin", "2026-03-29 01:59", "2026-03-29T00:59:00Z"),
      ("Europe/Berlin", "2026-03-29 02:00", "2026-03-29T01:00:00Z"),
      ("Europe/Berlin", "2026-03-29 02:30", "2026-03-29T01:30:00Z"),
      ("Europe/Berlin", "2026-03-29 03:00", "2026-03-29T01:00:00Z"),
      ("Europe/Berlin", "2026-10-25 01:59", "2026-10-24T23:59:00Z"),
      ("Europe/Berlin", "2026-10-25 02:00", "2026-10-25T00:00:00Z"),
      ("Europe/Berlin", "2026-10-25 02:30", "2026-10-25T00:30:00Z"),
      ("Europe/Berlin", "2026-10-25 03:00", "2026-10-25T02:00:00Z"),
      ("America/Sao_Paulo", "2018-11-04 00:00", "2018-11-04T03:00:00Z"),
      ("America/Sao_Paulo", "2018-02-17 23:30", "2018-02-18T01:30:00Z"),
      ("Australia/Lord_Howe", "2026-04-05 01:45", "2026-04-04T14:45:00Z"),
      ("Pacific/Apia", "2011-12-30 12:00", "2011-12-30T22:00:00Z"),
      ("Asia/Kathmandu", "2026-01-01 00:00", "2025-12-31T18:15:00Z"),
      ("Europe/Berlin", "0001-01-01 12:00", "0001-01-01T11:06:32Z"),
      ("Europe/Berlin", "9999-12-31 23:59", "9999-12-31T22:59:00Z"),
    ])
  func `have the moment of a civil time, the first of a doubled one, a later one of a skipped one`(
    zone: String, text: String, expected: String
  ) throws {
    let parts = text.split { !$0.isNumber }.compactMap { Int($0) }
    let civil = CivilTime(
      year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: 0)
    let days = try #require(LocalDays(timeZone: zone))
    #expect(days.moment(of: civil)?.rfc3339 == expected)
    #expect(
      FixedDays(timeZone: try #require(TimeZone(identifier: zone))).moment(of: civil)?.rfc3339
        == expected)
  }

  @Test func `have a moment of whatever civil time they show, which they show again`() throws {
    let days = try #require(LocalDays(timeZone: "Europe/Berlin"))
    let beginning = Timestamp(milliseconds: 1_767_222_000_000)  // 2026 there
    for quarters in 0..<Int64(4 * 24 * 365) {
      let civil = days.civilTime(at: beginning.adding(seconds: quarters * 900))
      let moment = try #require(days.moment(of: civil))
      try #require(days.civilTime(at: moment) == civil)
    }
  }

  @Test func `have no moment of a date that there is not`() throws {
    let days = try #require(LocalDays(timeZone: "Europe/Berlin"))
    let civil = CivilTime(year: 2_026, month: 2, day: 29, hour: 0, minute: 0, second: 0)
    #expect(days.moment(of: civil) == nil)
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
