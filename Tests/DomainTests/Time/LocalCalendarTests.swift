import Domain
import Doubles
import Foundation
import Testing

/// The moment of an RFC 3339 text.
private func moment(_ text: String) throws -> Timestamp {
  let date = try Date(text, strategy: .iso8601)
  return Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1_000))
}

private func calendar(of zone: String) throws -> FixedCalendar {
  FixedCalendar(timeZone: try #require(TimeZone(identifier: zone)))
}

/// Days of somebody who says when they begin.
@Suite(.limited) struct `Own days` {
  private func expect(
    _ span: Span, from start: String, until text: String, in zone: String = "Europe/Berlin",
    are boundaries: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let days = try calendar(of: zone).days(beginningAt: try DayStart(typed: start))
    let found = days.boundaries(
      of: span, last: boundaries.count - 1, until: try moment(text))
    #expect(found == (try boundaries.map(moment)), sourceLocation: sourceLocation)
  }

  @Test func `end when the next one begins, in the night after`() throws {
    try expect(
      .day, from: "06:00", until: "2026-01-05T04:59:59Z",
      are: ["2026-01-04T05:00:00Z", "2026-01-05T05:00:00Z"])
    try expect(
      .day, from: "06:00", until: "2026-01-05T05:00:00Z",
      are: ["2026-01-04T05:00:00Z", "2026-01-05T05:00:00Z", "2026-01-06T05:00:00Z"])
    try expect(
      .day, from: "23:30", until: "2026-01-05T22:29:59Z",
      are: ["2026-01-04T22:30:00Z", "2026-01-05T22:30:00Z"])
  }

  @Test func `begin weeks, months and years too`() throws {
    let beforeMonday = "2026-06-01T03:00:00Z"
    try expect(
      .week, from: "06:00", until: beforeMonday,
      are: ["2026-05-25T04:00:00Z", "2026-06-01T04:00:00Z"])
    try expect(
      .month, from: "06:00", until: beforeMonday,
      are: ["2026-05-01T04:00:00Z", "2026-06-01T04:00:00Z"])
    try expect(
      .year, from: "06:00", until: "2026-01-01T04:00:00Z",
      are: ["2025-01-01T05:00:00Z", "2026-01-01T05:00:00Z"])
  }

  @Test func `are 23 or 25 hours long when the clock is changed within them`() throws {
    try expect(
      .day, from: "01:00", until: "2026-03-29T12:00:00Z",
      are: ["2026-03-29T00:00:00Z", "2026-03-29T23:00:00Z"])
    try expect(
      .day, from: "06:00", until: "2026-03-29T03:00:00Z",
      are: ["2026-03-28T05:00:00Z", "2026-03-29T04:00:00Z"])
    try expect(
      .day, from: "06:00", until: "2026-10-25T03:00:00Z",
      are: ["2026-10-24T04:00:00Z", "2026-10-25T05:00:00Z"])
  }

  @Test func `begin at the first instant after a time that is skipped, and at the first of two`()
    throws
  {
    try expect(
      .day, from: "02:30", until: "2026-03-29T12:00:00Z",
      are: ["2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"])
    try expect(
      .day, from: "02:30", until: "2026-10-25T12:00:00Z",
      are: ["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"])
  }

  @Test func `begin at their date and that time`() throws {
    let berlin = try calendar(of: "Europe/Berlin")
    func beginning(of date: String, at start: String) throws -> Timestamp {
      try berlin.days(beginningAt: DayStart(typed: start)).moment(of: date)
    }
    #expect(try beginning(of: "2026-01-05", at: "06:00") == moment("2026-01-05T05:00:00Z"))
    #expect(try beginning(of: "2026-03-29", at: "02:30") == moment("2026-03-29T01:00:00Z"))
    #expect(try beginning(of: "2026-03-29", at: "00:00") == moment("2026-03-28T23:00:00Z"))
  }

  @Test(arguments: [
    "", "6", "06", "6:0", "25:00", "24:00", "06:60", "-6:00", "+6:00", "06:00:00", " 6:00", "6:000",
    "٠٦:٠٠", "noon",
  ])
  func `begin at a time of the day alone`(text: String) {
    #expect(throws: Refusal.input(.notADayStart(text))) { try DayStart(typed: text) }
    #expect((try? DayStart(typed: "6:05"))?.minutes == 365)
    #expect(DayStart(minutes: 1_440) == nil && DayStart(minutes: -1) == nil)
  }
}

@Suite(.limited) struct `Local days` {
  private func expect(
    _ span: Span, until text: String, in zone: String = "Europe/Berlin", are boundaries: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let calendar = try calendar(of: zone)
    let found = calendar.boundaries(
      of: span, last: boundaries.count - 1, until: try moment(text))
    #expect(found == (try boundaries.map(moment)), sourceLocation: sourceLocation)
  }

  @Test func `are 23 hours long when daylight saving begins`() throws {
    try expect(
      .day, until: "2026-03-30T12:00:00Z",
      are: [
        "2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z",
        "2026-03-30T22:00:00Z",
      ])
  }

  @Test func `are 25 hours long when daylight saving ends`() throws {
    try expect(
      .day, until: "2026-10-25T00:30:00Z", are: ["2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"])
    try expect(
      .day, until: "2026-10-25T22:59:59Z",
      are: ["2026-10-23T22:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"])
  }

  @Test func `have hours of equal length, also the repeated one`() throws {
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

  @Test func `begin later when daylight saving begins at midnight`() throws {
    try expect(
      .day, until: "2018-11-04T12:00:00Z", in: "America/Sao_Paulo",
      are: ["2018-11-03T03:00:00Z", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"])
  }

  @Test func `begin when the clock skips midnight, and not later`() throws {
    try expect(
      .day, until: "1919-03-31T12:00:00Z", in: "America/Toronto",
      are: ["1919-03-30T05:00:00Z", "1919-03-31T04:30:00Z", "1919-04-01T04:00:00Z"])
  }

  @Test(arguments: ["2010-11-07T02:29:59Z", "2010-11-07T02:30:00Z", "2010-11-07T03:00:00Z"])
  func `begin with the first midnight when the clock repeats it`(_ text: String) throws {
    let isBefore = text.contains(":29:")
    try expect(
      .day, until: text, in: "America/St_Johns",
      are: isBefore
        ? ["2010-11-06T02:30:00Z", "2010-11-07T02:30:00Z"]
        : ["2010-11-07T02:30:00Z", "2010-11-08T03:30:00Z"])
  }

  @Test func `are skipped when the calendar skips one`() throws {
    try expect(
      .day, until: "2011-12-31T00:00:00Z", in: "Pacific/Apia",
      are: [
        "2011-12-28T10:00:00Z", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z",
        "2011-12-31T10:00:00Z",
      ])
  }

  @Test func `are grouped in weeks from Monday, and in months`() throws {
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
  func `follow each other without a gap, the last with the given moment`(
    _ span: Span, _ zone: String
  ) throws {
    let calendar = try calendar(of: zone)
    for text in ["2011-12-31T12:00:00Z", "2018-02-18T02:30:00Z", "2026-04-04T15:10:00Z"] {
      let moment = try moment(text)
      let boundaries = calendar.boundaries(of: span, last: 400, until: moment)
      #expect(boundaries.count == 401)
      #expect(zip(boundaries, boundaries.dropFirst()).allSatisfy { $0 < $1 })
      #expect(boundaries[399] <= moment && moment < boundaries[400])
    }
  }

  @Test func `are read from calendar and clock`() throws {
    let calendar = try calendar(of: "Europe/Berlin")
    let time = CivilTime(year: 2026, month: 10, day: 25, hour: 2, minute: 30, second: 15)
    #expect(calendar.civilTime(at: try moment("2026-10-25T00:30:15Z")) == time)
    #expect(calendar.civilTime(at: try moment("2026-10-25T01:30:15Z")) == time)
    let before1970 = calendar.civilTime(at: Timestamp(milliseconds: -1))
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
  func `map a civil time to a moment: the first if repeated, a later one if skipped`(
    zone: String, text: String, expected: String
  ) throws {
    let parts = text.split { !$0.isNumber }.compactMap { Int($0) }
    let civil = CivilTime(
      year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: 0)
    #expect(try calendar(of: zone).moment(of: civil)?.rfc3339 == expected)
  }

  @Test func `map each civil time back to itself`() throws {
    let calendar = try calendar(of: "Europe/Berlin")
    let beginning = Timestamp(milliseconds: 1_767_222_000_000)  // the local year 2026
    for quarters in 0..<Int64(4 * 24 * 365) {
      let civil = calendar.civilTime(at: beginning.adding(seconds: quarters * 900))
      let moment = try #require(calendar.moment(of: civil))
      try #require(calendar.civilTime(at: moment) == civil)
    }
  }

  @Test(
    arguments: [
      ("1500-02-28T12:00:00Z", "1500-02-28 12:00"), ("1582-10-14T00:00:00Z", "1582-10-14 00:00"),
      ("1582-10-15T00:00:00Z", "1582-10-15 00:00"), ("0001-01-01T00:00:00Z", "0001-01-01 00:00"),
      ("0004-02-29T23:59:59Z", "0004-02-29 23:59"), ("9999-12-31T23:59:59Z", "9999-12-31 23:59"),
    ])
  func `use the calendar of RFC 3339, even before it was introduced`(
    _ text: String, _ shown: String
  ) throws {
    let civil = FixedCalendar().civilTime(at: try #require(Timestamp(rfc3339: text)))
    let parts = shown.split { !$0.isNumber }.compactMap { Int($0) }
    #expect([civil.year, civil.month, civil.day, civil.hour, civil.minute] == parts)
  }

  @Test(arguments: ["Europe/Berlin", "Asia/Manila", "America/Juneau"])
  func `are grouped in consecutive months, however far back`(
    _ zone: String
  ) throws {
    let calendar = try calendar(of: zone)
    let months = calendar.boundaries(
      of: .month, last: 10_000, until: try moment("2026-11-21T12:00:00Z")
    )
    .map { calendar.civilTime(at: $0) }
    #expect(months.count == 10_001 && months[0].year == 1193)
    for (month, next) in zip(months, months.dropFirst()) {
      #expect(next.year * 12 + next.month == month.year * 12 + month.month + 1)
    }
    #expect(months.filter { $0.day != 1 } == [])
  }

  @Test func `have no moment for an invalid date`() throws {
    let calendar = try calendar(of: "Europe/Berlin")
    let civil = CivilTime(year: 2_026, month: 2, day: 29, hour: 0, minute: 0, second: 0)
    #expect(calendar.moment(of: civil) == nil)
  }

  @Test(arguments: [Int64.min, .max, 0], Span.allCases)
  func `exist for every moment`(_ milliseconds: Int64, _ span: Span) throws {
    let calendar = try calendar(of: "Europe/Berlin")
    let moment = Timestamp(milliseconds: milliseconds)
    #expect((1...9_999).contains(calendar.civilTime(at: moment).year))
    #expect(calendar.boundaries(of: span, last: 3, until: moment).count == 4)
    #expect(calendar.boundaries(of: span, last: 0, until: moment).count == 1)
  }
}
