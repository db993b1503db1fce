import Domain
import Foundation
import HTTPTypes

/// The cookies: the tokens of the session and of the device, and the number of a notice that is
/// shown once.
struct Cookies: Sendable {
  /// Browsers refuse a cookie with this prefix that did not come over TLS from this very host.
  private let prefix: String
  private let security: String

  /// - Parameter isSecure: whether browsers reach the server over TLS.
  init(isSecure: Bool) {
    prefix = isSecure ? "__Host-" : ""
    security = isSecure ? "; Secure" : ""
  }

  /// The session's token that a request brings.
  func session(in fields: HTTPFields) -> SessionToken? { token(Self.session, in: fields) }

  /// The device's token that a request brings.
  func device(in fields: HTTPFields) -> DeviceToken? { token(Self.device, in: fields) }

  private func token<Subject>(_ name: String, in fields: HTTPFields) -> Token<Subject>? {
    guard let text = value(of: "\(prefix)\(name)", in: fields),
      text.utf8.count == 2 * Token<Subject>.length
    else { return nil }
    var bytes: [UInt8] = []
    var digits = text.utf8.makeIterator()
    while let high = digits.next(), let low = digits.next() {
      guard let high = Self.digits.firstIndex(of: high), let low = Self.digits.firstIndex(of: low)
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return Token(bytes: bytes)
  }

  /// The number of the notice that a request asks for.
  func notice(in fields: HTTPFields) -> UInt64? {
    value(of: "\(prefix)\(Self.notice)", in: fields).flatMap { UInt64($0) }
  }

  /// The name of the browser's time zone, which the page's script notes, percent-encoded.
  func zone(in fields: HTTPFields) -> String? {
    value(of: "zone", in: fields)?.removingPercentEncoding
  }

  /// Makes a browser keep both tokens, each as long as it can be of use.
  func keeping(_ new: NewSession) -> [HTTPField] {
    [
      keeping(new.token, as: Self.session, seconds: 365 * 24 * 60 * 60),
      keeping(new.device, as: Self.device, seconds: Device.lifetime),
    ]
  }

  private func keeping(_ token: Token<some Any>, as name: String, seconds: Int64) -> HTTPField {
    let text = token.bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }
    return setting(name, to: String(decoding: text, as: UTF8.self), seconds: seconds)
  }

  /// Makes a browser forget the session's token. The device's is kept after logout.
  var forgettingSession: HTTPField { setting(Self.session, to: "", seconds: 0) }

  /// Makes a browser ask for a notice with its next request; `nil` makes it forget that.
  func keeping(notice: UInt64?) -> HTTPField {
    setting(Self.notice, to: notice.map { "\($0)" } ?? "", seconds: notice == nil ? 0 : 60)
  }

  private static let session = "tally"
  private static let device = "tally-device"
  private static let notice = "tally-notice"
  private static let digits = Array("0123456789abcdef".utf8)

  private func setting(_ name: String, to value: String, seconds: Int64) -> HTTPField {
    HTTPField(
      name: .setCookie,
      value:
        "\(prefix)\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax\(security)")
  }

  private func value(of name: String, in fields: HTTPFields) -> String? {
    for cookie in fields[values: .cookie].flatMap({ $0.split(separator: ";") }) {
      let trimmed = cookie.drop { $0 == " " }
      if trimmed.hasPrefix("\(name)=") { return String(trimmed.dropFirst(name.count + 1)) }
    }
    return nil
  }
}
