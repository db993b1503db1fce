import Commands
import Foundation
import NIOCore
import Synchronization

/// Knows all connections. When there are too many, one that waits for a request is closed: of the
/// network with the most of them, so that nobody can take the connections from others.
final class ConnectionRoom: Sendable {
  /// A connection.
  final class Place: Sendable {
    fileprivate let network: NetworkAddress
    fileprivate let close: @Sendable () -> Void
    /// Since when it waits for a request, or for its rest; `nil` while one is answered.
    private let waiting = Mutex<ContinuousClock.Instant?>(.now)

    fileprivate init(at network: NetworkAddress, close: @escaping @Sendable () -> Void) {
      self.network = network
      self.close = close
    }

    fileprivate var waitingSince: ContinuousClock.Instant? { waiting.withLock { $0 } }

    /// Notes whether a request is answered.
    func note(isAnswering: Bool) {
      waiting.withLock { $0 = isAnswering ? nil : $0 ?? .now }
    }
  }

  private let most: Int
  private let places = Mutex<[ObjectIdentifier: Place]>([:])

  init(most: Int) {
    self.most = most
  }

  /// Takes a place for a new connection. When there are too many, another one is closed; `nil` if all
  /// of them are being answered.
  func enter(from address: NetworkAddress, close: @escaping @Sendable () -> Void) -> Place? {
    let place = Place(at: address.network, close: close)
    let (isTaken, closed) = places.withLock { places -> (Bool, Place?) in
      var closed: Place?
      if places.count >= most {
        closed = Self.place(of: places.values, toGive: place)
        guard let closed else { return (false, nil) }
        places[ObjectIdentifier(closed)] = nil
      }
      places[ObjectIdentifier(place)] = place
      return (true, closed)
    }
    closed?.close()
    return isTaken ? place : nil
  }

  /// Gives the place back.
  func leave(_ place: Place) {
    places.withLock { places in _ = places.removeValue(forKey: ObjectIdentifier(place)) }
  }

  /// The connection that has waited longest, of the networks with the most that wait.
  private static func place(of places: some Sequence<Place>, toGive new: Place) -> Place? {
    let waiting = places.compactMap { place in place.waitingSince.map { (place, $0) } }
    var counts = [new.network: 1]
    for (place, _) in waiting { counts[place.network, default: 0] += 1 }
    let most = waiting.map { counts[$0.0.network, default: 0] }.max()
    return waiting.filter { counts[$0.0.network] == most }.min { $0.1 < $1.1 }?.0
  }
}

/// What one request, one account and all together may take.
enum Limits {
  /// All header fields of a request, in bytes.
  static let headers = 8 * 1_024
  static let headerCount = 100
  /// A form, in bytes.
  static let form = 4 * 1_024
  /// Taps, in bytes.
  static let taps = 16 * 1_024
  /// From the first byte of a request to its last.
  static let requestTime = TimeAmount.seconds(10)
  /// How long a connection stays open between two requests.
  static let idleTime = TimeAmount.seconds(60)
  /// Open connections, with so many files allowed.
  static func connections(with files: Int) -> Int { min(4_000, max(files - 100, 100)) }
  /// Connections beyond these, which are only told that there are too many. Further ones wait.
  static let connectionsToTell = 30
  /// Event streams in all.
  static let streams = 2_000
  /// Event streams in all, with so many connections, so that pages are served still.
  static func streams(with connections: Int) -> Int { min(streams, connections / 2) }
  /// Event streams of an account: a browser has one.
  static let streamsOfAccount = 100
  /// How long requests may go on after the signal to end.
  static let farewell = Duration.milliseconds(1_500)
  /// How long a connection with TLS waits for the other side to agree to its end.
  static let tlsFarewell = TimeAmount.milliseconds(500)

  /// How many files the process may have open, which every connection needs: raised as far as the
  /// system allows. The usual limit is meant for programs that wait with `select`.
  static func raisedFiles() -> Int {
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 1_024 }
    var raised = limit
    raised.rlim_cur = limit.rlim_max
    if setrlimit(resource, &raised) == 0 { limit = raised }
    return Int(min(limit.rlim_cur, 1 << 20))
  }
}
