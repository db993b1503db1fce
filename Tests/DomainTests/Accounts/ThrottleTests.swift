import Domain
import Testing

@Suite(.limited) struct ThrottleTests {
  private let start = Timestamp(milliseconds: 1_770_000_000_000)

  private func afterAttempts(_ attempts: Int) -> Throttle {
    Throttle(attempts: attempts, lastAttempt: start)
  }

  @Test(
    arguments: [
      (0, 0), (1, 0), (4, 0), (5, 1), (6, 2), (7, 4), (8, 8), (9, 16), (10, 32), (11, 64),
      (12, 128), (13, 256), (14, 512), (15, 900), (16, 900), (100, 900), (Int.max, 900),
    ] as [(Int, Int64)])
  func `the pause doubles from 1 second up to 15 minutes`(attempts: Int, pause: Int64) {
    #expect(afterAttempts(attempts).pause == pause)
  }

  @Test func `five attempts are allowed at once, the sixth after a second`() throws {
    var throttle = Throttle(attempts: 0, lastAttempt: start)
    for _ in 0..<5 { try throttle.count(at: start) }
    #expect(throws: Refusal.throttled(seconds: 1)) { try throttle.count(at: start) }
    try throttle.count(at: start.adding(seconds: 1))
    #expect(throttle.pause == 2)
  }

  @Test func `more attempts can be free, and those that did not fail are taken back`() throws {
    var throttle = Throttle(attempts: 0, lastAttempt: start, freeAttempts: 50)
    for _ in 0..<50 { try throttle.count(at: start) }
    #expect(throws: Refusal.throttled(seconds: 1)) { try throttle.count(at: start) }
    throttle.forgive()
    try throttle.count(at: start)
    #expect(throttle.pause == 1)
    var new = Throttle(attempts: 0, lastAttempt: start)
    new.forgive()
    #expect(new.attempts == 0)
  }

  @Test func `a refused attempt is not counted and does not lengthen the pause`() throws {
    var throttle = afterAttempts(8)
    for second in Int64(0)..<8 {
      #expect(throws: Refusal.throttled(seconds: Int(8 - second))) {
        try throttle.count(at: start.adding(seconds: second))
      }
    }
    #expect(throttle == afterAttempts(8))
    try throttle.count(at: start.adding(seconds: 8))
  }

  @Test func `attempts are forgotten a day after the last one`() throws {
    var throttle = afterAttempts(8)
    try throttle.count(at: start.adding(seconds: Throttle.lifetime))
    #expect(throttle.attempts == 9)
    try throttle.count(at: start.adding(seconds: 2 * Throttle.lifetime).adding(seconds: 1))
    #expect(throttle.attempts == 1)
  }

  @Test func `the remaining seconds are rounded up`() {
    var throttle = afterAttempts(6)
    let almost = Timestamp(milliseconds: start.milliseconds + 1_999)
    #expect(throws: Refusal.throttled(seconds: 1)) { try throttle.count(at: almost) }
    let begun = Timestamp(milliseconds: start.milliseconds + 1)
    #expect(throws: Refusal.throttled(seconds: 2)) { try throttle.count(at: begun) }
  }

  @Test func `a clock that goes back starts the pause again, and never shortens it`() throws {
    var throttle = afterAttempts(8)
    let earlier = start.adding(seconds: -3_600)
    #expect(throws: Refusal.throttled(seconds: 8)) { try throttle.count(at: earlier) }
    #expect(throws: Refusal.throttled(seconds: 1)) {
      try throttle.count(at: earlier.adding(seconds: 7))
    }
    try throttle.count(at: earlier.adding(seconds: 8))
    #expect(throttle.attempts == 9)
  }

  @Test(arguments: [Int64.min, Int64.max], [Int64.min, 0, Int64.max])
  func `no moment in a damaged store can trap`(lastAttempt: Int64, now: Int64) {
    for attempts in [Int.min, -1, 0, 5, 15, Int.max] {
      var throttle = Throttle(attempts: attempts, lastAttempt: Timestamp(milliseconds: lastAttempt))
      do throws(Refusal) {
        try throttle.count(at: Timestamp(milliseconds: now))
      } catch {
        #expect(error == .throttled(seconds: Int(throttle.pause)))
      }
    }
  }
}
