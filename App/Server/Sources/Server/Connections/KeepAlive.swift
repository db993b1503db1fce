import NIOCore
import NIOHTTP1

/// Keeps a connection open after an answer only for a client that expects it: one of HTTP/1.0 has to
/// ask for it, and waits for the end of the connection otherwise.
final class KeepAlive: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// Who waits for answers, in the order of the requests.
  private var waiting: [(isOld: Bool, staysConnected: Bool)] = []

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    let client = (
      isOld: head.version.major == 1 && head.version.minor == 0, staysConnected: head.isKeepAlive
    )
    waiting.append(client)
    // What closes the connection after the answer compares the field with this very text.
    if !client.staysConnected { head.headers.replaceOrAdd(name: "Connection", value: "close") }
    // An interim answer would be taken for the answer.
    if client.isOld { head.headers.remove(name: "Expect") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      guard let client = waiting.first else { break }
      if client.isOld {
        // Such a client does not know chunks.
        head.version = .http1_0
        if client.staysConnected, !head.headers.contains(name: "Connection") {
          head.headers.add(name: "Connection", value: "keep-alive")
        }
      }
      if !client.staysConnected { head.headers.replaceOrAdd(name: "Connection", value: "close") }
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: break
    case .end: if !waiting.isEmpty { waiting.removeFirst() }
    }
    context.write(data, promise: promise)
  }
}
