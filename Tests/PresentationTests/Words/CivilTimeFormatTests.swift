import Domain
import Presentation
import Testing

@Suite(.limited) struct CivilTimeFormatTests {
  @Test(
    arguments: [
      (
        CivilTime(year: 2_026, month: 11, day: 21, hour: 9, minute: 5, second: 0),
        "2026-11-21 09:05:00"
      ),
      (
        CivilTime(year: 2_026, month: 1, day: 2, hour: 0, minute: 0, second: 9),
        "2026-01-02 00:00:09"
      ),
      (
        CivilTime(year: 1_999, month: 12, day: 31, hour: 23, minute: 59, second: 60),
        "1999-12-31 23:59:60"
      ),
      (CivilTime(year: 1, month: 1, day: 1, hour: 0, minute: 0, second: 0), "0001-01-01 00:00:00"),
      (
        CivilTime(year: 12_026, month: 1, day: 1, hour: 0, minute: 0, second: 0),
        "12026-01-01 00:00:00"
      ),
    ])
  func `a time is written in ISO 8601`(time: CivilTime, text: String) {
    #expect(time.secondText == text)
    #expect(time.minuteText == text.dropLast(3))
    #expect(time.dayText == text.dropLast(9))
  }
}
