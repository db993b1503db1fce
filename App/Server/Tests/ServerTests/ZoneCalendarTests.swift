import Domain
import Testing

@testable import Server

@Suite(.limited) struct `Days in a named time zone` {
  @Test func `follow the zone's rules, whatever the process's zone is`() throws {
    let berlin = try #require(ZoneCalendar(named: "Europe/Berlin"))
    let winter = try #require(Timestamp(rfc3339: "2026-01-15T12:00:00Z"))
    let summer = try #require(Timestamp(rfc3339: "2026-07-15T12:00:00Z"))
    #expect(berlin.secondsAhead(at: winter) == 3_600)
    #expect(berlin.secondsAhead(at: summer) == 7_200)
    #expect(ZoneCalendar(named: "UTC")?.secondsAhead(at: summer) == 0)
  }

  @Test(arguments: [
    ("Asia/Kolkata", 19_800), ("Asia/Calcutta", 19_800), ("Asia/Kathmandu", 20_700),
    ("Asia/Ho_Chi_Minh", 25_200), ("Atlantic/Faroe", 0), ("America/Indiana/Indianapolis", -18_000),
    ("America/Argentina/Buenos_Aires", -10_800), ("Europe/Kyiv", 7_200), ("Etc/GMT-3", 10_800),
  ])
  func `are known by every name that browsers use`(name: String, seconds: Int64) throws {
    let winter = try #require(Timestamp(rfc3339: "2026-01-15T12:00:00Z"))
    #expect(ZoneCalendar(named: name)?.secondsAhead(at: winter) == seconds)
  }

  @Test(arguments: ["", "Mars", "../../etc/passwd", "Europe/Berlin ", "EST5EDT,M3.2.0", "CST+99"])
  func `of an unknown name do not exist`(_ name: String) {
    #expect(ZoneCalendar(named: name) == nil)
  }

  @Test(arguments: [Int64.min, .max, -1, 0])
  func `exist for every moment`(_ milliseconds: Int64) throws {
    let kathmandu = try #require(ZoneCalendar(named: "Asia/Kathmandu"))
    let moment = Timestamp(milliseconds: milliseconds)
    #expect(kathmandu.boundaries(of: .month, last: 3, until: moment).count == 4)
  }
}
