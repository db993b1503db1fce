import HTTPTypes
import HummingbirdCore
import NIOCore

/// An answer to a request.
struct Answer: Sendable {
  /// What was asked for, for the log.
  var route: String
  var status: HTTPResponse.Status
  var fields: HTTPFields
  var body: ByteBuffer
  /// Why the request failed, for the log.
  var reason: String?

  init(
    _ route: String, _ status: HTTPResponse.Status = .ok, type: String,
    body: some Sequence<UInt8>, fields: HTTPFields = [:]
  ) {
    self.route = route
    self.status = status
    self.fields = fields
    self.body = ByteBuffer(bytes: body)
    self.fields[.contentType] = type
  }

  /// A sentence as plain text.
  static func text(_ route: String, _ status: HTTPResponse.Status, _ text: String) -> Answer {
    Answer(route, status, type: "text/plain; charset=utf-8", body: "\(text)\n".utf8)
  }

  /// A request that is refused before any page sees it.
  struct Refused: Error {
    let status: HTTPResponse.Status
    let reason: String
    /// The reason without names, for the log.
    let loggedReason: String
    var retryAfter: Int?
    /// The methods that are answered instead.
    private var allowed: String?

    init(
      _ status: HTTPResponse.Status, _ reason: String, logged: String? = nil,
      retryAfter: Int? = nil
    ) {
      self.status = status
      self.reason = reason
      loggedReason = logged ?? reason
      self.retryAfter = retryAfter
    }

    /// The refusal of a method.
    init(allowing methods: [HTTPRequest.Method]) {
      let names = methods.map(\.rawValue).joined(separator: ", ")
      self.init(.methodNotAllowed, "Only \(names) is answered there")
      allowed = names
    }

    /// The answer.
    func answer(_ route: String) -> Answer {
      var answer = Answer.text(route, status, reason)
      answer.reason = loggedReason
      if let allowed { answer.fields[.allow] = allowed }
      if let retryAfter { answer.fields[.retryAfter] = "\(retryAfter)" }
      return answer
    }
  }
}
