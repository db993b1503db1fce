import Domain
import Foundation
import Testing

@testable import Data

@Suite(.limited) struct `Local days` {
  @Test func `follow the process's time zone`() {
    let zone = TimeZone.current
    for month in -240..<240 {
      let moment = Timestamp(milliseconds: 1_767_222_000_000 + Int64(month) * 2_629_746_000)
      let date = Date(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
      #expect(SystemCalendar().secondsAhead(at: moment) == Int64(zone.secondsFromGMT(for: date)))
    }
  }

  @Test(arguments: [Int64.min, .max, -1, 0])
  func `exist for every moment`(_ milliseconds: Int64) {
    let moment = Timestamp(milliseconds: milliseconds)
    #expect((1...9_999).contains(SystemCalendar().civilTime(at: moment).year))
    #expect(SystemCalendar().boundaries(of: .month, last: 3, until: moment).count == 4)
  }
}

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

@Suite(.limited) struct `The wall clock` {
  @Test func `shows the computer's time`() {
    let before = Int64(Date().timeIntervalSince1970 * 1_000)
    let now = WallClock().now.milliseconds
    #expect((before...before + 60_000).contains(now))
  }
}
