import Commands

/// The hosts that the server answers to. Otherwise a foreign name that leads to this address
/// (DNS rebinding) could read pages in a browser.
struct HostList: Sendable {
  private let names: Set<String>
  /// Whether names were given, which alone are answered to then.
  private let isGiven: Bool
  private let certificate: Certificate?

  init(_ options: ServeOptions, certificate: Certificate?) {
    isGiven = !options.hosts.isEmpty
    let usual = ["localhost", options.listen.address]
    names = Set((isGiven ? options.hosts : usual).map(Self.normalized))
    self.certificate = certificate
  }

  /// Whether the server answers to the host of a request that arrived at `address`. The names of the
  /// present certificate and the address itself are hosts, unless names were given.
  func contains(_ authority: String, at address: NetworkAddress?) -> Bool {
    guard let host = Self.host(of: authority).map(Self.normalized) else { return false }
    if !isGiven, host == address?.description { return true }
    let names = isGiven ? names : names.union(certificate?.hosts ?? [])
    if names.contains(host) { return true }
    // A certificate for *.example.org.
    guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return false }
    return names.contains("*\(host[dot...])")
  }

  /// A host as it is compared: a name in lower case, or an address in its usual form.
  static func normalized(_ host: String) -> String {
    NetworkAddress(host)?.description ?? host.lowercased()
  }

  /// The host of `host:port`, without the brackets of IPv6; `nil` if it is malformed.
  private static func host(of authority: String) -> String? {
    var (host, port) = (authority[...], Substring())
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[..<end].dropFirst()
      port = authority[authority.index(after: end)...]
      guard host.contains(":") else { return nil }
    } else if let colon = authority.firstIndex(of: ":") {
      (host, port) = (authority[..<colon], authority[colon...])
    }
    guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return nil }
    return host.isEmpty ? nil : String(host)
  }
}
