import Domain
import Foundation
import HTTPTypes

/// The cookies: the tokens of the session, the device and an invitation, and the number of a notice that is
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
    value(of: "\(prefix)\(name)", in: fields).flatMap { Token(text: $0) }
  }

  /// The invitation's token that a request brings.
  func invitation(in fields: HTTPFields) -> InvitationToken? { token(Self.invitation, in: fields) }

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
    setting(name, to: token.text, seconds: seconds)
  }

  /// Makes a browser forget the session's token. The device's is kept after logout.
  var forgettingSession: HTTPField { setting(Self.session, to: "", seconds: 0) }

  /// Makes a browser ask for a notice with its next request; `nil` makes it forget that.
  func keeping(notice: UInt64?) -> HTTPField {
    setting(Self.notice, to: notice.map { "\($0)" } ?? "", seconds: notice == nil ? 0 : 60)
  }

  /// Makes a browser keep the token of an invitation for as long as it takes to give a name: an hour.
  func keeping(_ token: InvitationToken) -> HTTPField {
    keeping(token, as: Self.invitation, seconds: 60 * 60)
  }

  /// Makes a browser forget the token of an invitation.
  var forgettingInvitation: HTTPField { setting(Self.invitation, to: "", seconds: 0) }

  /// Makes a browser keep the token of a device that has not logged in yet.
  func keeping(_ token: DeviceToken) -> HTTPField {
    keeping(token, as: Self.device, seconds: Device.lifetime)
  }

  private static let invitation = "tally-invitation"
  private static let session = "tally"
  private static let device = "tally-device"
  private static let notice = "tally-notice"

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
