/// How many password attempts are allowed, and when: after 5 that failed, a pause of 1 second that
/// doubles with every further one, up to 15 minutes.
///
/// An attempt is counted before it is verified, so that attempts made at once cannot slip through
/// together; one that is turned away is not counted.
public struct Throttle: Equatable, Sendable {
  /// How many attempts may fail before the first pause.
  static let freeTries = 5
  /// The longest pause, in seconds.
  static let longestPause: Int64 = 15 * 60

  /// How long a throttle is to be kept after its last attempt, in seconds: a day, far beyond the longest
  /// pause. After that a store may forget it, so that it does not fill with names that were tried.
  public static let lifetime: Int64 = 24 * 60 * 60

  /// How many attempts were counted since the last one that succeeded.
  public private(set) var tries: Int
  /// When the last of them was counted.
  public private(set) var lastTry: Timestamp

  /// What a store has kept, or for `tries: 0` the beginning.
  public init(tries: Int, lastTry: Timestamp) {
    self.tries = tries
    self.lastTry = lastTry
  }

  /// How long the pause is now, in seconds.
  public var pause: Int64 {
    guard tries >= Self.freeTries else { return 0 }
    let doublings = tries - Self.freeTries
    return doublings < 10 ? min(1 << Int64(doublings), Self.longestPause) : Self.longestPause
  }

  /// Makes sure that an attempt at `now` would not be turned away.
  ///
  /// - Throws: `Refusal.throttled`.
  public func check(at now: Timestamp) throws(Refusal) {
    var next = self
    try next.count(at: now)
  }

  /// Counts an attempt at `now`, or turns it away.
  ///
  /// A clock that went back does not shorten the pause: it begins anew from `now`.
  ///
  /// - Throws: `Refusal.throttled` with the seconds that are left of the pause, rounded up. The
  ///   throttle may have changed all the same, and is to be kept.
  public mutating func count(at now: Timestamp) throws(Refusal) {
    if now < lastTry { lastTry = now }
    let end = lastTry.adding(seconds: pause)
    if now < end {
      throw .throttled(seconds: Int((end.milliseconds - now.milliseconds + 999) / 1_000))
    }
    tries = min(tries, Int(Int32.max)) + 1
    lastTry = now
  }
}
