import Commands
import Composition
import Domain
import Foundation
import Synchronization

/// Keeps the authority of this machine in its file, and the server's certificate up to date.
final class AuthorityKeeper: Sendable {
  /// The certificate of the server.
  let certificate: Certificate
  private let file: PrivateFile
  private let clock: any Domain.Clock
  private let current: Mutex<LocalAuthority>

  /// Reads the authority, or makes one.
  ///
  /// - Parameters:
  ///   - file: the file that keeps it.
  ///   - clock: tells when another one is needed.
  ///   - addresses: the addresses of this machine, the one that phones use first.
  /// - Throws: the refusals of the file, and `Refusal.environment` when no certificate can be made.
  init(file: PrivateFile, clock: any Domain.Clock, addresses: [NetworkAddress]) throws(Refusal) {
    self.file = file
    self.clock = clock
    let (authority, _) = try Self.present(in: file, at: clock.now, addresses: addresses)
    current = Mutex(authority)
    do {
      certificate = try Certificate(pem: try authority.chain, key: authority.key)
    } catch {
      throw Self.failure(error)
    }
  }

  /// Where the authority is kept.
  var path: String { file.path }

  /// The authority as it is now.
  var authority: LocalAuthority { current.withLock { $0 } }

  /// Makes what is missing: a certificate for new addresses, or another authority in time.
  ///
  /// - Parameter addresses: the addresses of this machine.
  /// - Returns: what is new; `nil` for nothing.
  /// - Throws: like the initialiser; then everything stays as it is.
  func refresh(for addresses: [NetworkAddress]) throws(Refusal) -> News? {
    let old = authority
    let (new, news) = try Self.present(in: file, at: clock.now, addresses: addresses, old: old)
    guard news != nil else { return nil }
    do {
      try certificate.replace(pem: try new.chain, key: new.key)
    } catch {
      throw Self.failure(error)
    }
    current.withLock { $0 = new }
    return news
  }

  /// What is new.
  enum News {
    /// The server has another certificate, from the authority that phones may trust already.
    case certificate
    /// There is another authority, which phones have to install.
    case authority
  }

  private static func present(
    in file: PrivateFile, at now: Timestamp, addresses: [NetworkAddress], old: LocalAuthority? = nil
  ) throws(Refusal) -> (LocalAuthority, News?) {
    if let old, old.isUsable(at: now), old.covers(addresses) { return (old, nil) }
    var authority = old
    try file.update { (content) throws(Refusal) in
      do {
        // Phones trust what this program shows, also when its file was removed.
        var new = try kept(in: content, of: file) ?? old
        if new?.isUsable(at: now) != true {
          new = try LocalAuthority(
            machine: MachineNetwork.name ?? "this machine", names: names(addresses),
            addresses: addresses, now: now)
        }
        try new?.cover(addresses, now: now)
        authority = new
        return Array(try new?.pem.utf8 ?? "".utf8)
      } catch let refusal as Refusal {
        throw refusal
      } catch {
        throw failure(error)
      }
    }
    guard let authority else { throw failure(LocalAuthority.NotAnAuthority()) }
    return (authority, old?.file == authority.file ? .certificate : .authority)
  }

  /// The authority in the file; `nil` if there is no file.
  private static func kept(in content: [UInt8], of file: PrivateFile) throws(Refusal)
    -> LocalAuthority?
  {
    if content.isEmpty { return nil }
    do {
      return try LocalAuthority(pem: String(decoding: content, as: UTF8.self))
    } catch {
      throw file.unusable("it is no authority of Tally")
    }
  }

  /// The names by which browsers may call this machine. One without `.local` could be a part of the
  /// internet, such as `dev`, with all names below it.
  private static func names(_ addresses: [NetworkAddress]) -> [String] {
    let own = MachineNetwork.name.map { "\($0).local" }
    let found = addresses.first.flatMap { MachineNetwork.multicastName(of: $0) }
    return ["localhost"] + Set([own, found].compactMap(\.self)).sorted()
  }

  private static func failure(_ error: any Error) -> Refusal {
    .environment(
      cause: "No certificate can be made: \(error). Give one with --certificate and --key")
  }
}
