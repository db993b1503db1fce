import Domain
import NIOCore
import Synchronization

/// Limits failed logins and sign-ups by address, whatever names are tried. People at one door share
/// an address, so many may fail in a day before the first pause.
final class AddressThrottle: Sendable {
  /// How many attempts may fail before the first pause.
  static let freeAttempts = 50
  /// How many addresses are remembered; then all are forgotten that may try again anyway.
  private static let mostAddresses = 10_000

  private struct Day {
    let end: Timestamp
    var throttle: Throttle
  }

  private let clock: any Domain.Clock
  private let days = Mutex<[[UInt8]: Day]>([:])

  init(clock: any Domain.Clock) {
    self.clock = clock
  }

  /// Counts an attempt before it is made.
  ///
  /// - Throws: `Refusal.throttled`.
  func count(_ address: String) throws(Refusal) {
    let (key, now) = (Self.key(of: address), clock.now)
    let result = days.withLock { days in
      if days.count >= Self.mostAddresses, days[key] == nil {
        days = days.filter {
          now < $1.end && now < $1.throttle.lastAttempt.adding(seconds: $1.throttle.pause)
        }
      }
      var day = days[key].flatMap { now < $0.end ? $0 : nil } ?? Self.day(from: now)
      defer { days[key] = day }
      return Result { () throws(Refusal) in try day.throttle.count(at: now) }
    }
    try result.get()
  }

  private static func day(from now: Timestamp) -> Day {
    Day(
      end: now.adding(seconds: Throttle.lifetime),
      throttle: Throttle(attempts: 0, lastAttempt: now, freeAttempts: freeAttempts))
  }

  /// Takes back an attempt that did not fail.
  func forgive(_ address: String) {
    days.withLock { $0[Self.key(of: address)]?.throttle.forgive() }
  }

  /// An address of IPv4, or the network of one of IPv6: its owner can choose the rest.
  private static func key(of address: String) -> [UInt8] {
    guard case .v6(let address)? = try? SocketAddress(ipAddress: address, port: 0) else {
      return Array(address.utf8)
    }
    return withUnsafeBytes(of: address.address.sin6_addr) { Array($0.prefix(8)) }
  }
}
