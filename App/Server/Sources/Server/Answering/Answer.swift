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

  /// Sends it whole, without the body to who asked for the head alone, and notes it in the log.
  ///
  /// - Throws: an error when the connection cannot be used any more.
  func send(
    through writer: consuming ResponseWriter, for request: Request,
    since start: ContinuousClock.Instant, noting log: RequestLog
  ) async throws {
    var fields = fields
    fields[.contentLength] = "\(body.readableBytes)"
    let head = HTTPResponse(status: status, headerFields: fields)
    let isKnown = [.get, .head, .post].contains(request.method)
    log.note(
      isKnown ? request.method.rawValue : "other", route, status: status.code, since: start,
      because: reason)
    if request.method == .head {
      try await writer.writeResponse(head)
    } else {
      try await writer.write(response: head, body: ResponseBody(byteBuffer: body))
    }
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
