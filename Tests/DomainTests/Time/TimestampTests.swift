import Domain
import Testing

@Suite(.limited) struct TimestampTests {
  @Test(
    arguments: [
      (1_000, 2, 3_000), (1_000, -2, -1_000), (0, 0, 0), (-5, 1, 995),
      (Int64.max, 1, Int64.max), (Int64.min, -1, Int64.min),
      (0, Int64.max, Int64.max), (0, Int64.min, Int64.min),
      (Int64.max - 1_000, 1, Int64.max), (Int64.min + 1_000, -1, Int64.min),
      (Int64.max, -1, Int64.max - 1_000),
    ] as [(Int64, Int64, Int64)])
  func `seconds are added within the 64-bit range`(start: Int64, seconds: Int64, end: Int64) {
    let moment = Timestamp(milliseconds: start).adding(seconds: seconds)
    #expect(moment == Timestamp(milliseconds: end))
  }

  @Test func `an earlier moment is less than a later one`() {
    #expect(Timestamp(milliseconds: -1) < Timestamp(milliseconds: 0))
    #expect(!(Timestamp(milliseconds: 0) < Timestamp(milliseconds: 0)))
  }
}
