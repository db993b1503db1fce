import Commands
import Domain
import Foundation
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import Terminal

/// Serves phones on every private address of this machine, also on those that it gets later.
actor LANService: Service {
  private let options: ServeOptions
  private let listener: Listener
  /// Serves a connection with TLS.
  private let page: PageChannel
  /// The authority of this machine; `nil` with a certificate that phones trust.
  private let keeper: AuthorityKeeper?
  /// Serves a connection of a phone that is to trust this machine.
  private let installation: PageChannel?
  private let note: ServingNote
  private let clock: any Domain.Clock
  private let log: RequestLog

  /// The addresses that are listened on, with their ports.
  private var ports: [NetworkAddress: (page: Int, installation: Int?)] = [:]
  /// The addresses that the machine had last.
  private var present: [NetworkAddress] = []
  /// The addresses that could not be listened on, which is said once.
  private var refused: Set<NetworkAddress> = []
  /// What the log said last about the certificate, which is not said twice.
  private var complaint: String?
  /// The day on which the end of the authority was announced last.
  private var announcement: String?

  private static let interval = Duration.seconds(2)
  private static let installationPort = 8_080

  init(
    options: ServeOptions, listener: Listener, page: PageChannel, authority: AuthorityKeeper?,
    installation: (Installer) -> PageChannel, note: ServingNote, clock: any Domain.Clock,
    log: RequestLog
  ) {
    self.options = options
    self.listener = listener
    self.page = page
    keeper = authority
    self.installation = authority.map { installation(Installer(keeper: $0, log: log)) }
    self.note = note
    self.clock = clock
    self.log = log
  }

  /// The addresses of this machine that the options choose.
  static func addresses(_ options: ServeOptions) -> [NetworkAddress] {
    options.listen.single.map { [$0] } ?? MachineNetwork.addresses
  }

  /// Serves until the server is to end.
  ///
  /// - Throws: `Refusal.environment` when an address cannot be listened on at the start.
  func run() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      var isStart = true
      while !Task.isShuttingDownGracefully, !Task.isCancelled {
        let addresses = Self.addresses(options)
        let hasNewAuthority = refresh(for: addresses)
        noteChanges(to: addresses)
        var isNew = isStart || hasNewAuthority
        for address in addresses where ports[address] == nil {
          do {
            try await serve(address, in: &group)
            isNew = true
          } catch let error as IOError {
            let sentence =
              "Cannot listen on \(ListenAddress.inURL("\(address)")):\(options.listen.port): \(error.sentence)"
            if isStart {
              let remedy = note.remedy(choosing: "another port, as with --listen 0.0.0.0:9443")
              throw Refusal.environment(cause: "\(sentence). \(remedy)")
            }
            if refused.insert(address).inserted { log.write(sentence) }
          }
        }
        let hasLostAll = addresses.isEmpty && !present.isEmpty
        if isNew || hasLostAll { greet(at: addresses.filter { ports[$0] != nil }) }
        note.keep()
        isStart = false
        present = addresses
        try? await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.interval) }
      }
    }
  }

  private func serve(
    _ address: NetworkAddress, in group: inout ThrowingDiscardingTaskGroup<any Error>
  ) async throws {
    let port = try await listen(page, at: address, Int(options.listen.port), in: &group)
    var plain: Int?
    if let installation {
      do {
        plain = try await listen(installation, at: address, Self.installationPort, in: &group)
      } catch is IOError {
        plain = try await listen(installation, at: address, 0, in: &group)
      }
    }
    ports[address] = (port, plain)
  }

  /// Listens on an address until the server is to end, and returns the port.
  private func listen(
    _ channel: PageChannel, at address: NetworkAddress, _ port: Int,
    in group: inout ThrowingDiscardingTaskGroup<any Error>
  ) async throws -> Int {
    let (ports, listening) = AsyncThrowingStream<Int, any Error>.makeStream()
    let server = listener.server(channel, at: address.description, port: port) {
      listening.yield($0)
    }
    group.addTask {
      do {
        try await server.run()
        listening.finish()
      } catch {
        listening.finish(throwing: error)
      }
    }
    for try await port in ports { return port }
    throw CancellationError()
  }

  /// Keeps the certificate up to date, and returns whether phones have to install another one.
  private func refresh(for addresses: [NetworkAddress]) -> Bool {
    guard let keeper else { return false }
    var news: AuthorityKeeper.News?
    do throws(Refusal) {
      news = try keeper.refresh(for: addresses)
      switch news {
      case .certificate:
        log.write(
          "There is a new certificate for \(addresses.map(\.description).joined(separator: ", "))")
      case .authority: log.write("There is another authority. Phones need its certificate")
      case nil: break
      }
      complaint = nil
    } catch {
      let sentence = error.shellSentence
      if sentence != complaint { log.write("The previous certificate stays: \(sentence)") }
      complaint = sentence
    }
    let authority = keeper.authority
    let today = String(clock.now.rfc3339.prefix(10))
    if authority.isNearEnd(at: clock.now), today != announcement {
      announcement = today
      log.tell(
        "Phones trust this machine until \(authority.end.rfc3339.prefix(10)). A day before, Tally makes another "
          + "certificate, which they then need")
    }
    return news == .authority
  }

  /// Notes which addresses went and came back: what a phone keeps belongs to the one that it opened.
  private func noteChanges(to addresses: [NetworkAddress]) {
    for address in present where !addresses.contains(address) {
      log.write(
        "\(address) is gone. Phones that opened \(url("\(address)", at: address)) send what they keep when it is back"
      )
    }
    for address in addresses where !present.contains(address) && ports[address] != nil {
      log.write("\(address) is back")
    }
  }

  /// Says how phones get here.
  private func greet(at addresses: [NetworkAddress]) {
    guard let first = addresses.first else {
      return log.tell(
        "This machine has no address that phones can use. Join a network or start a hotspot: Tally serves there then"
      )
    }
    let name = MachineNetwork.multicastName(of: first).flatMap { name in
      keeper.map { $0.authority.permits(name) } ?? true ? name : nil
    }
    let urls =
      (name.map { [url($0, at: first)] } ?? []) + addresses.map { url("\($0)", at: $0) }
    log.tell("Listening on \(urls.joined(separator: ", "))")
    note.write(urls[0])
    if let code = QRCode.forOutput(urls[0]) {
      code.lines.forEach(log.tell)
      log.tell("Phones in the same network scan this code, or open \(urls[0])")
    }
    log.tell("Guests, who have no account, scan what tally invite shows in another terminal")
    guard let keeper, let plain = ports[first]?.installation else { return }
    if let name = MachineNetwork.name, !keeper.authority.permits("\(name).local") {
      log.tell(
        "The certificate has another name than \(name). Phones use the address; to change that, remove "
          + "\(keeper.path) and start again")
    }
    log.tell(
      "Browsers warn of a machine that they do not know. Before a password is typed, install its certificate from "
        + "http://\(ListenAddress.inURL("\(first)")):\(plain)")
    log.tell("SHA-256 of the certificate: \(keeper.authority.fingerprint)")
  }

  private func url(_ host: String, at address: NetworkAddress) -> String {
    "https://\(ListenAddress.inURL(host)):\(ports[address]?.page ?? Int(options.listen.port))"
  }
}
