import Commands
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOSSL

/// Takes a place for a connection in the room of all, and notes there whether it waits.
final class ConnectionUse: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let room: ConnectionRoom
  private let log: RequestLog
  private var place: ConnectionRoom.Place?
  /// Whether there was no place, which the first request is told.
  private var isTurnedAway = false
  /// How many requests have begun and are not answered yet.
  private var requests = 0
  /// Whether the newest request has arrived whole.
  private var isWhole = false

  init(room: ConnectionRoom, log: RequestLog) {
    self.room = room
    self.log = log
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { enter(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    enter(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    if let place { room.leave(place) }
    context.fireChannelInactive()
  }

  private func enter(_ context: ChannelHandlerContext) {
    guard place == nil, !isTurnedAway else { return }
    let channel = context.channel
    place = room.enter(from: NetworkAddress(channel.remoteAddress) ?? .unspecified) {
      channel.closeAtOnce()
    }
    isTurnedAway = place == nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    if isTurnedAway {
      if case .head = part, requests == 0 { turnAway(context) }
      return
    }
    switch part {
    case .head: (requests, isWhole) = (requests + 1, false)
    case .body: break
    case .end: isWhole = true
    }
    note()
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      requests = max(requests - 1, 0)
      note()
    }
    context.write(data, promise: promise)
  }

  /// A request that cannot be read is answered without ever reaching the site.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is HTTPParserError {
      log.note(
        "other", "unknown", status: 400, since: .now, because: "The request is not valid HTTP")
    }
    context.fireErrorCaught(error)
  }

  private func note() {
    place?.note(isAnswering: requests > 0 && isWhole)
  }

  private func turnAway(_ context: ChannelHandlerContext) {
    requests = 1
    let sentence = "Too many connections are open. Try again in a few seconds"
    let text = ByteBuffer(string: "\(sentence)\n")
    let head = HTTPResponse(
      status: .serviceUnavailable,
      headerFields: [
        .contentType: "text/plain; charset=utf-8", .contentLength: "\(text.readableBytes)",
        .retryAfter: "5", .connection: "close",
      ])
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(text)), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      channel.close(promise: nil)
    }
    log.note("other", "unknown", status: 503, since: .now, because: sentence)
  }
}

extension Channel {
  /// Closes the connection without the farewell of TLS, for which a silent client would be waited.
  fileprivate func closeAtOnce() {
    eventLoop.execute {
      let pipeline = self.pipeline.syncOperations
      guard let tls = try? pipeline.context(handlerType: NIOSSLServerHandler.self) else {
        return self.close(promise: nil)
      }
      tls.close(mode: .all, promise: nil)
    }
  }
}
