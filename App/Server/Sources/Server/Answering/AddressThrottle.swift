import Commands
import Domain
import Synchronization

/// Limits failed logins and sign-ups by address, whatever names are tried, and the accounts that are
/// made. People at one door share an address, so many may fail in a day before the first pause.
final class AddressThrottle: Sendable {
  /// How many attempts may fail before the first pause.
  static let freeAttempts = 50
  /// How many accounts can be made in a day.
  static let mostSignUps = 50
  /// How many addresses are remembered; then all are forgotten that have no pause and no account.
  private static let mostAddresses = 10_000

  private struct Day {
    let end: Timestamp
    var throttle: Throttle
    var signUps = 0
  }

  private let clock: any Domain.Clock
  private let days = Mutex<[NetworkAddress: Day]>([:])

  init(clock: any Domain.Clock) {
    self.clock = clock
  }

  /// Counts an attempt before it is made.
  ///
  /// - Throws: `Refusal.throttled`.
  func count(_ address: NetworkAddress) throws(Refusal) {
    try change(address) { day, now throws(Refusal) in try day.throttle.count(at: now) }
  }

  /// Takes back an attempt that did not fail.
  func forgive(_ address: NetworkAddress) {
    days.withLock { $0[address.network]?.throttle.forgive() }
  }

  /// Counts a sign-up before it is made, so that simultaneous ones cannot slip through.
  ///
  /// - Throws: `Refusal.throttled` with the seconds until the day ends.
  func countSignUp(_ address: NetworkAddress) throws(Refusal) {
    try change(address) { day, now throws(Refusal) in
      guard day.signUps < Self.mostSignUps else {
        throw .throttled(seconds: Int((day.end.milliseconds - now.milliseconds + 999) / 1_000))
      }
      day.signUps += 1
    }
  }

  /// Takes back a sign-up that made no account.
  func forgiveSignUp(_ address: NetworkAddress) {
    days.withLock { days in
      guard let signUps = days[address.network]?.signUps, signUps > 0 else { return }
      days[address.network]?.signUps = signUps - 1
    }
  }

  private func change(
    _ address: NetworkAddress, _ body: (inout Day, _ now: Timestamp) throws(Refusal) -> Void
  ) throws(Refusal) {
    let (key, now) = (address.network, clock.now)
    let result = days.withLock { days in
      if days.count >= Self.mostAddresses, days[key] == nil {
        days = days.filter { _, day in
          let isPaused = now < day.throttle.lastAttempt.adding(seconds: day.throttle.pause)
          return now < day.end && (isPaused || day.signUps > 0)
        }
      }
      var day = days[key].flatMap { now < $0.end ? $0 : nil } ?? Self.day(from: now)
      defer { days[key] = day }
      return Result { () throws(Refusal) in try body(&day, now) }
    }
    try result.get()
  }

  private static func day(from now: Timestamp) -> Day {
    Day(
      end: now.adding(seconds: Throttle.lifetime),
      throttle: Throttle(attempts: 0, lastAttempt: now, freeAttempts: freeAttempts))
  }
}
