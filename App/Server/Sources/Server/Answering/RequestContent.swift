import HTTPTypes
import HummingbirdCore
import NIOCore

extension Request {
  /// The whole body, if its kind and size are right.
  ///
  /// - Throws: `Answer.Refused`, and `ChannelError.eof` when the connection ends before the body does.
  func content(upTo limit: Int, as type: String, writer: borrowing ResponseWriter) async throws
    -> [UInt8]
  {
    guard let length = headers[.contentLength].flatMap(Int.init) else {
      throw Answer.Refused(.lengthRequired, "The request does not say how long it is")
    }
    guard length <= limit else {
      throw Answer.Refused(.contentTooLarge, "The request is larger than \(limit) bytes")
    }
    guard length == 0 || mediaType == type else {
      throw Answer.Refused(.unsupportedMediaType, "The request is not \(type)")
    }
    if headers[.expect]?.lowercased() == "100-continue" {
      try await writer.writeInformationalHead(HTTPResponse(status: .continue))
    }
    let content = try await body.collect(upTo: limit)
    guard content.readableBytes == length else { throw ChannelError.eof }
    return Array(buffer: content)
  }

  private var mediaType: String? {
    headers[.contentType]?.split(separator: ";").first?.filter { $0 != " " }.lowercased()
  }
}
