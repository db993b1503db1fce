import Domain
import HTTPTypes

/// The cookie of a session.
struct Cookies: Sendable {
  /// Browsers refuse a cookie with this prefix that did not come over TLS from this very host.
  private let prefix: String

  /// - Parameter isSecure: whether browsers reach the server over TLS.
  init(isSecure: Bool) {
    prefix = isSecure ? "__Host-" : ""
  }

  /// The token that a request brings.
  func token(in fields: HTTPFields) -> SessionToken? {
    guard let text = value(of: "\(prefix)\(Self.session)", in: fields),
      text.utf8.count == 2 * SessionToken.length
    else { return nil }
    var bytes: [UInt8] = []
    var digits = text.utf8.makeIterator()
    while let high = digits.next(), let low = digits.next() {
      guard let high = Self.digits.firstIndex(of: high), let low = Self.digits.firstIndex(of: low)
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return SessionToken(bytes: bytes)
  }

  private static let session = "tally"
  private static let digits = Array("0123456789abcdef".utf8)

  private func value(of name: String, in fields: HTTPFields) -> String? {
    for cookie in fields[values: .cookie].flatMap({ $0.split(separator: ";") }) {
      let trimmed = cookie.drop { $0 == " " }
      if trimmed.hasPrefix("\(name)=") { return String(trimmed.dropFirst(name.count + 1)) }
    }
    return nil
  }
}
