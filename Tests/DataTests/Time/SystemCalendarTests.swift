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

@Suite(.limited) struct `The wall clock` {
  @Test func `shows the computer's time`() {
    let before = Int64(Date().timeIntervalSince1970 * 1_000)
    let now = WallClock().now.milliseconds
    #expect((before...before + 60_000).contains(now))
  }
}
