import Domain
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Adds to every answer, that of a request which cannot be read too, what tells browsers to be
/// strict.
final class SecurityHeaders: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let promisesTLS: Bool
  private let clock: any Domain.Clock

  /// - Parameters:
  ///   - promisesTLS: whether browsers shall never again reach the server without TLS that they trust.
  ///   - clock: tells the date of answers.
  init(promisesTLS: Bool, clock: any Domain.Clock) {
    self.promisesTLS = promisesTLS
    self.clock = clock
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data), head.status.kind != .informational else {
      return context.write(data, promise: promise)
    }
    let isCacheable = head.headerFields.contains { $0.name == .cacheControl }
    head.headerFields.append(contentsOf: promisesTLS ? Self.secureFields : Self.fields)
    if !isCacheable { head.headerFields.append(Self.noStore) }
    head.headerFields.append(HTTPField(name: .date, value: clock.now.httpDate))
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }

  // Made once, because a field checks its value.
  private static let fields =
    [
      HTTPField(
        name: .contentSecurityPolicy,
        value: """
          default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
          manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'
          """),
      HTTPField(name: .xContentTypeOptions, value: "nosniff"),
      HTTPField(name: .crossOriginResourcePolicy, value: "same-origin"),
    ]
    + named([
      // Stricter, browsers would not tell the origin of a form either.
      "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
      "X-Frame-Options": "DENY",
    ])

  private static let secureFields =
    fields + [HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")]

  private static let noStore = HTTPField(name: .cacheControl, value: "no-store")

  private static func named(_ fields: KeyValuePairs<String, String>) -> [HTTPField] {
    fields.compactMap { name, value in
      HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
    }
  }
}

extension Timestamp {
  /// The moment as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
  var httpDate: String {
    let time = CivilTime(utc: self)
    let day = Int((Double(milliseconds) / 86_400_000).rounded(.down))
    // 1970 began on a Thursday.
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][(day % 7 + 7) % 7]
    let month = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][time.month - 1]
    let clock = [time.hour, time.minute, time.second].map(Self.twoDigits).joined(separator: ":")
    return "\(weekday), \(Self.twoDigits(time.day)) \(month) \(time.year) \(clock) GMT"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
