import App
import NIOCore

/// The hosts that the server answers to. Otherwise a foreign name that leads to this address
/// (DNS rebinding) could read pages in a browser.
struct HostList: Sendable {
  private let names: Set<String>
  /// Whether the address of the connection itself is one, because no names were given.
  private let includesAddress: Bool

  init(_ options: ServeOptions, certificate: Certificate?) {
    let usual = ["localhost", options.listen.address] + (certificate?.hosts ?? [])
    includesAddress = options.hosts.isEmpty
    names = Set((includesAddress ? usual : options.hosts).map { $0.lowercased() })
  }

  /// Whether the server answers to the host of a request that arrived at `address`.
  func contains(_ authority: String, at address: String?) -> Bool {
    guard let host = Self.host(of: authority)?.lowercased() else { return false }
    if names.contains(host) || includesAddress && host == address { return true }
    // A certificate for *.example.org.
    guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return false }
    return names.contains("*\(host[dot...])")
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
