/// Limits password attempts: after 5 failures, a pause of 1 second that doubles with each further
/// failure, up to 15 minutes.
///
/// An attempt is counted before it is verified, so that simultaneous attempts cannot slip through.
/// A refused attempt is not counted.
public struct Throttle: Equatable, Sendable {
  /// How many attempts at one name may fail before the first pause.
  public static let freeAttempts = 5
  /// The longest pause, in seconds.
  static let longestPause: Int64 = 15 * 60

  /// How long attempts count after the last one, in seconds: a day, far longer than the longest
  /// pause. Then a store may delete them, so that it does not fill with attempted names.
  public static let lifetime: Int64 = 24 * 60 * 60

  /// The number of attempts since the last successful one.
  public private(set) var attempts: Int
  /// When the last attempt was counted.
  public private(set) var lastAttempt: Timestamp
  /// How many attempts may fail before the first pause.
  private let freeAttempts: Int

  /// Creates a throttle from stored values, or a new one with `attempts: 0`.
  public init(
    attempts: Int, lastAttempt: Timestamp, freeAttempts: Int = Throttle.freeAttempts
  ) {
    self.attempts = attempts
    self.lastAttempt = lastAttempt
    self.freeAttempts = freeAttempts
  }

  /// The present pause in seconds.
  public var pause: Int64 {
    guard attempts >= freeAttempts else { return 0 }
    let doublings = attempts - freeAttempts
    return doublings < 10 ? min(1 << Int64(doublings), Self.longestPause) : Self.longestPause
  }

  /// Checks that an attempt at `now` is allowed, without counting it.
  ///
  /// When the clock went back, the whole pause begins again from `now`.
  ///
  /// - Throws: `Refusal.throttled` with the remaining seconds, rounded up. The throttle may have
  ///   changed even then, and must be saved.
  public mutating func check(at now: Timestamp) throws(Refusal) {
    if now < lastAttempt { lastAttempt = now }
    if lastAttempt.adding(seconds: Self.lifetime) < now { attempts = 0 }
    let end = lastAttempt.adding(seconds: pause)
    if now < end {
      throw .throttled(seconds: Int((end.milliseconds - now.milliseconds + 999) / 1_000))
    }
  }

  /// Counts an attempt at `now`, or refuses it like `check`.
  ///
  /// - Throws: `Refusal.throttled`.
  public mutating func count(at now: Timestamp) throws(Refusal) {
    try check(at: now)
    attempts = min(attempts, Int(Int32.max)) + 1
    lastAttempt = now
  }

  /// Takes back an attempt that was counted and did not fail, without forgetting others.
  public mutating func forgive() {
    attempts = max(attempts - 1, 0)
  }
}
