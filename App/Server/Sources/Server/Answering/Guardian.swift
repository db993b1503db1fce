import Commands
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Decides, before anything is read or done, whether a request is answered.
struct Guardian: Sendable {
  let hosts: HostList
  /// The address of the proxy, the only one that is served then.
  let proxy: NetworkAddress?
  /// Whether browsers reach the server over TLS.
  let isSecure: Bool

  /// The address from which an acceptable request comes: the browser's, also when a proxy is between.
  /// Whoever asks only whether the server is there may call it anything.
  ///
  /// - Throws: `Answer.Refused` with why it is refused.
  func check(_ request: Request, _ endpoint: Endpoint, on channel: any Channel)
    throws(Answer.Refused) -> NetworkAddress
  {
    let peer = NetworkAddress(channel.remoteAddress) ?? .unspecified
    try check(request.method, endpoint)
    if endpoint == .health { return peer }
    guard proxy == nil || proxy == peer else {
      throw Answer.Refused(.forbidden, "Only the proxy is served here")
    }
    guard Self.furtherHosts.flatMap({ request.headers[$0] }) == nil,
      let host = request.head.authority
    else {
      throw Answer.Refused(.badRequest, "The request does not name one host")
    }
    guard hosts.contains(host, at: NetworkAddress(channel.localAddress)) else {
      throw Answer.Refused(.misdirectedRequest, "This server does not answer to that host")
    }
    guard request.method != .post || isFromThisSite(request, host: host) else {
      throw Answer.Refused(.forbidden, "The form was not sent from this page")
    }
    return proxy == nil ? peer : forwardedAddress(request) ?? peer
  }

  /// The name of header fields that repeat the host; the first one is not among the fields.
  private static let furtherHosts = HTTPField.Name("Host")
  private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")

  private func check(_ method: HTTPRequest.Method, _ endpoint: Endpoint) throws(Answer.Refused) {
    let allowed: [HTTPRequest.Method] =
      switch endpoint {
      case .health, .asset, .invitation: [.get, .head]
      case .events: [.get]
      case .taps: [.post]
      case .page, .join: [.get, .head, .post]
      }
    guard allowed.contains(method) else { throw Answer.Refused(allowing: allowed) }
  }

  /// Whether the browser says that a page of this server made the request.
  private func isFromThisSite(_ request: Request, host: String) -> Bool {
    if let site = Self.fetchSite.flatMap({ request.headers[$0] }) {
      return site == "same-origin" || site == "none"
    }
    return request.headers[.origin]?.lowercased()
      == "\(isSecure ? "https" : "http")://\(host)".lowercased()
  }

  /// The address that the proxy saw: the last one, because browsers can send others before it.
  private func forwardedAddress(_ request: Request) -> NetworkAddress? {
    let forwarded = HTTPField.Name("X-Forwarded-For").flatMap { request.headers[$0] }
    return forwarded?.split(separator: ",").last.flatMap { NetworkAddress(forwarded: $0) }
  }
}

extension NetworkAddress {
  /// The address of a socket; `nil` for one that is closed.
  init?(_ socket: SocketAddress?) {
    switch socket {
    case .v4(let socket): self.init(bytes: withUnsafeBytes(of: socket.address.sin_addr, Array.init))
    case .v6(let socket):
      self.init(bytes: withUnsafeBytes(of: socket.address.sin6_addr, Array.init))
    default: return nil
    }
  }

  /// Parses what proxies forward: an address, perhaps with a port, in brackets or in quotation marks.
  init?(forwarded text: some StringProtocol) {
    let plain = String(text).filter { $0 != " " && $0 != "\t" && $0 != "\"" }
    if plain.hasPrefix("[") {
      self.init(String(plain.dropFirst().prefix { $0 != "]" }))
    } else if plain.count(where: { $0 == ":" }) == 1 {
      self.init(String(plain.prefix { $0 != ":" }))
    } else {
      self.init(plain)
    }
  }
}
