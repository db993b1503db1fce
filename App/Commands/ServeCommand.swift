import ArgumentParser
import Composition
import Domain

package struct ServeCommand: AsyncParsableCommand {
  package static let name = "serve"

  package static let configuration = CommandConfiguration(
    form: name, abstract: "Serve the page for browsers.",
    remarks: """
      Starts the program tally-serve, which serves Tally as a web page until it is interrupted. On 127.0.0.1 only this \
      machine can use it. For phones in the same network, --lan makes a certificate. Elsewhere it needs one from you, or a \
      proxy that has one.
      """,
    examples: [
      "tally serve",
      "tally serve --lan",
      "tally serve --listen 192.168.1.5:8443 --certificate page.pem --key page.key",
      "tally serve --behind-proxy 127.0.0.1 --host counts.example.org --allow-sign-up",
    ],
    login: nil,
    others: [
      66: "there is no such store", 74: "the store or the network failed",
    ])

  @OptionGroup var serve: ServeOptions
  @OptionGroup package var options: SharedOptions

  /// Creates the command for the parser.
  package init() {}

  /// Replaces this program with the server.
  ///
  /// - Throws: the refusals of `ServerLauncher`.
  package func launch() throws(Refusal) -> Never {
    try ServerLauncher.launch(serve.arguments + options.values.arguments)
  }
}

/// Where the server listens, and to whom it answers: the options of `tally serve` and `tally-serve`.
public struct ServeOptions: ParsableArguments, Sendable {
  /// The requested address; `nil` for the usual one.
  @Option(
    name: .customLong("listen"),
    help: ArgumentHelp(
      "Where to listen; \(ListenAddress.usual) by default. Port 0 chooses a free one. Another address than loopback needs a "
        + "certificate, a proxy or --lan.",
      valueName: "address:port"),
    transform: ListenAddress.parsed)
  var requestedAddress: ListenAddress?

  /// Whether to serve the private addresses of this machine, with a certificate of its own if none
  /// is given.
  @Flag(
    help: ArgumentHelp(
      "Serve phones in the same network: on every private address at port \(ListenAddress.lan.port), with a certificate that "
        + "this machine makes unless one is given. --listen chooses one of them, or another port, as 0.0.0.0:9443."
    ))
  public var lan = false

  /// The file of the certificate chain, in PEM; `nil` serves without TLS.
  @Option(
    help: ArgumentHelp(
      "Serve with TLS and this certificate chain (PEM). SIGHUP reads it anew.", valueName: "file"),
    completion: .file())
  public var certificate: String?

  /// The file of the certificate's private key, in PEM.
  @Option(
    help: ArgumentHelp("The certificate's private key (PEM).", valueName: "file"),
    completion: .file())
  public var key: String?

  /// The address of the proxy that serves TLS.
  @Option(
    help: ArgumentHelp(
      "Serve only a proxy at this address, which does TLS; its X-Forwarded-For is believed.",
      valueName: "address"))
  public var behindProxy: String?

  @Flag(help: "Let people sign up on the page. Without it, only on loopback and without a proxy.")
  var allowSignUp = false

  /// The requested names of this server; empty for the usual ones.
  @Option(
    name: .customLong("host"),
    help: ArgumentHelp(
      "A name that browsers may use for this server; repeat it for several. Otherwise the "
        + "address, localhost and the certificate's names.",
      valueName: "name"))
  public var hosts: [String] = []

  /// Creates the options for the parser.
  public init() {}

  /// The address of the proxy; `nil` without one.
  public var proxy: NetworkAddress? { behindProxy.flatMap { NetworkAddress($0) } }

  /// Where to listen.
  public var listen: ListenAddress { requestedAddress ?? (lan ? .lan : .usual) }

  /// Whether an account can be made on the page.
  public var allowsSignUp: Bool {
    allowSignUp || (listen.isLoopback && behindProxy == nil && !lan)
  }

  public func validate() throws {
    switch (certificate, key) {
    case (nil, _?): throw ValidationError("--key needs --certificate")
    case (_?, nil): throw ValidationError("--certificate needs --key")
    default: break
    }
    // An unset variable in a script must not serve without TLS.
    for (option, value) in [
      ("--certificate", certificate), ("--key", key), ("--behind-proxy", behindProxy),
    ] where value?.isEmpty == true {
      throw ValidationError("\(option) needs a value")
    }
    if let behindProxy, proxy == nil {
      throw ValidationError("--behind-proxy needs an address like 127.0.0.1, not \(behindProxy)")
    }
    if let host = hosts.first(where: { !ListenAddress.isHostName($0) }) {
      throw ValidationError(
        "--host needs a name or an address without a port, like counts.example.org, not \(host)")
    }
    if lan {
      if behindProxy != nil { throw ValidationError("--lan serves without a proxy") }
      if certificate == nil, !hosts.isEmpty {
        throw ValidationError(
          "With --lan, --host needs a certificate of that name: --certificate and --key")
      }
      guard listen.isForLAN else {
        throw ValidationError(
          "--lan serves private addresses only, and \(listen.address) is not one. Leave out --lan or --listen"
        )
      }
    } else if !listen.isLoopback, certificate == nil, behindProxy == nil {
      throw ValidationError(
        "Without TLS, passwords would be readable on the network. "
          + "Use --lan, --certificate and --key, or --behind-proxy")
    }
  }

  /// The options as arguments of `tally-serve`.
  var arguments: [String] {
    let values: [(option: String, value: String?)] = [
      ("--listen", requestedAddress?.text), ("--certificate", certificate), ("--key", key),
      ("--behind-proxy", behindProxy),
    ]
    var words = values.compactMap { option, value in value.map { "\(option)=\($0)" } }
    if lan { words.append("--lan") }
    if allowSignUp { words.append("--allow-sign-up") }
    return words + hosts.map { "--host=\($0)" }
  }
}

/// An address and a port to listen on: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`.
public struct ListenAddress: CustomStringConvertible, Equatable, Sendable {
  /// The address without brackets.
  public let address: String
  /// The port; 0 for any that is free.
  public let port: UInt16

  static let usual = ListenAddress(address: "127.0.0.1", port: 8_080)
  /// Every private address of this machine, for phones.
  static let lan = ListenAddress(address: "0.0.0.0", port: 8_443)

  private init(address: String, port: UInt16) {
    self.address = address
    self.port = port
  }

  fileprivate static func parsed(_ argument: String) throws -> ListenAddress {
    guard let address = ListenAddress(argument) else {
      throw ValidationError("Use an address and a port, like \(usual)")
    }
    return address
  }

  /// Parses an address with its port; an address of IPv6 is in brackets.
  package init?(_ argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      let port = UInt16(argument[argument.index(after: colon)...])
    else { return nil }
    var address = argument[..<colon]
    if address.hasPrefix("["), address.hasSuffix("]") {
      address = address.dropFirst().dropLast()
      guard address.contains(":") else { return nil }
    } else if address.contains(":") {
      return nil
    }
    guard NetworkAddress(String(address)) != nil || address == "localhost" else { return nil }
    self.init(address: String(address), port: port)
  }

  /// The address with its port, as typed.
  public var text: String { "\(Self.inURL(address)):\(port)" }
  public var description: String { text }

  /// Whether only this machine can reach the address.
  package var isLoopback: Bool {
    address == "localhost" || NetworkAddress(address)?.isLoopback == true
  }

  /// The one address of this machine; `nil` for all of them.
  public var single: NetworkAddress? {
    address == "localhost"
      ? .loopback : NetworkAddress(address).flatMap { $0.isUnspecified ? nil : $0 }
  }

  /// Whether phones in the same network alone can reach the address, or it stands for all.
  var isForLAN: Bool { single.map { $0.isPrivate || $0.isLoopback } ?? true }

  /// An address as it stands in a URL: of IPv6, in brackets.
  public static func inURL(_ address: String) -> String {
    address.contains(":") ? "[\(address)]" : address
  }

  /// Whether a text can be the host of a URL.
  static func isHostName(_ text: String) -> Bool {
    if text.contains(":") { return NetworkAddress(text) != nil }
    return !text.isEmpty
      && text.utf8.allSatisfy {
        $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
          || ($0 < 0x80
            && (Character(Unicode.Scalar($0)).isLetter || Character(Unicode.Scalar($0)).isNumber))
      }
  }
}
