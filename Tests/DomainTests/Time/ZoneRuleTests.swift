import Domain
import Foundation
import Testing

/// The rules that POSIX's `TZ` has.
@Suite(.limited) struct ZoneRuleTests {
  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Berlin"), ("EST5EDT,M3.2.0,M11.1.0", "America/New_York"),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "Australia/Sydney"),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "Australia/Lord_Howe"),
    ("NST3:30NDT,M3.2.0,M11.1.0", "America/St_Johns"), ("<+0545>-5:45", "Asia/Kathmandu"),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "America/Nuuk"), ("JST-9", "Asia/Tokyo"),
  ])
  func `are those of the zones that have them`(text: String, name: String) throws {
    let rule = try #require(ZoneRule(text))
    let zone = try #require(TimeZone(identifier: name))
    #expect(rule.zone == text)
    // Every three hours of two years, with both changes of each.
    for hour in stride(from: 0, to: 24 * 730, by: 3) {
      let date = Date(timeIntervalSince1970: 1_767_225_600 + Double(hour) * 3_600)
      let moment = Timestamp(milliseconds: Int64(date.timeIntervalSince1970) * 1_000)
      #expect(rule.secondsAhead(at: moment) == Int64(zone.secondsFromGMT(for: date)), "\(date)")
    }
  }

  @Test(arguments: [
    ("A5B,J60,J300", "2024-03-01T06:59:59Z", -18_000),
    ("ABC5DEF,J60,J300", "2024-03-01T07:00:00Z", -14_400),
    ("ABC5DEF,59,300", "2024-02-29T07:00:00Z", -14_400),
    ("ABC5DEF4,J60/0,J300", "2023-03-01T05:00:00Z", -14_400),
    ("ABC5DEF,J60,J300", "2023-03-01T06:59:59Z", -18_000),
  ])
  func `name a day with or without the leap day`(text: String, moment: String, seconds: Int64)
    throws
  {
    let moment = try #require(Timestamp(rfc3339: moment))
    let isShort = text.hasPrefix("A5")
    #expect(ZoneRule(text)?.secondsAhead(at: moment) == (isShort ? nil : seconds))
  }

  @Test(arguments: [0, 3_600, -3_600, 19_800, -12_600, 1, -86_399] as [Int64])
  func `can be made of an offset`(_ seconds: Int64) throws {
    let rule = ZoneRule(secondsAhead: seconds)
    let read = try #require(ZoneRule(rule.zone), "\(rule.zone)")
    #expect(read.secondsAhead(at: Timestamp(milliseconds: 0)) == seconds)
  }

  @Test(arguments: [
    "", "Europe/Berlin", "UTC", "CET", "CET-1CEST", "CET-25", "CET-1:60", "<+01-1",
    "CET-1CEST,M3.5.0",
    "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
    "CET-1CEST,J0,J300", "CET-1CEST,0,366", "CET-1 ", "CET-1CEST,M3.5.0,M10.5.0/3 ",
  ])
  func `are refused when they are no rule`(_ text: String) {
    #expect(ZoneRule(text) == nil)
  }

  @Test(arguments: [Int64.min, .max])
  func `exist for every moment`(_ milliseconds: Int64) throws {
    let rule = try #require(ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3"))
    let moment = Timestamp(milliseconds: milliseconds)
    #expect([3_600, 7_200].contains(rule.secondsAhead(at: moment)))
    #expect(rule.boundaries(of: .month, last: 3, until: moment).count == 4)
  }
}
