import HTTPTypes
import HummingbirdCore
import NIOCore

/// Reads what a request sends, if its kind and size are right.
struct RequestBodyReader {
  let limit: Int
  let type: String

  /// Reads a form.
  static let form = RequestBodyReader(
    limit: Limits.form, type: "application/x-www-form-urlencoded")
  /// Reads taps.
  static let taps = RequestBodyReader(limit: Limits.taps, type: "application/json")

  /// The whole body.
  ///
  /// - Throws: `Answer.Refused`, and an error when the connection ends before the body does.
  func read(_ request: Request, writer: borrowing ResponseWriter) async throws -> [UInt8] {
    guard let length = request.headers[.contentLength].flatMap(Int.init) else {
      throw Answer.Refused(.lengthRequired, "The request does not say how long it is")
    }
    guard length <= limit else {
      throw Answer.Refused(.contentTooLarge, "The request is larger than \(limit) bytes")
    }
    guard length == 0 || isRightType(request.headers[.contentType]) else {
      throw Answer.Refused(.unsupportedMediaType, "The request is not \(type)")
    }
    if request.headers[.expect]?.lowercased() == "100-continue" {
      try await writer.writeInformationalHead(HTTPResponse(status: .continue))
    }
    let body = try await request.body.collect(upTo: limit)
    guard body.readableBytes == length else { throw Incomplete() }
    return Array(buffer: body)
  }

  private func isRightType(_ header: String?) -> Bool {
    let name = header?.split(separator: ";").first?.filter { $0 != " " }
    return name?.lowercased() == type
  }

  /// The connection ended before the body did.
  private struct Incomplete: Error {}
}
