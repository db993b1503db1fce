import NIOCore
import NIOHTTPTypes

/// Closes a connection when a request takes too long to arrive: the handshake and the headers too,
/// and however steadily its bytes come.
final class RequestDeadline: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private let limit: TimeAmount
  private var closing: Scheduled<Void>?

  init(_ limit: TimeAmount) {
    self.limit = limit
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    begin(context)
    context.fireChannelRead(data)
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is RequestEnd.Event else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    end()
    promise?.succeed()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end()
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard closing == nil else { return }
    let channel = context.channel
    closing = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
  }

  private func end() {
    closing?.cancel()
    closing = nil
  }
}

/// Tells `RequestDeadline` when a request has arrived whole.
final class RequestEnd: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart

  /// A request has arrived whole.
  struct Event: Sendable {}

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .end = unwrapInboundIn(data) {
      context.triggerUserOutboundEvent(Event(), promise: nil)
    }
    context.fireChannelRead(data)
  }
}
