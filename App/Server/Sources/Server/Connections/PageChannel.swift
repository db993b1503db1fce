import Domain
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// A connection: TLS with the present certificate, a deadline for each request, then HTTP.
struct PageChannel: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  let http: HTTP1Channel
  /// `nil` without TLS.
  let certificate: Certificate?

  init(
    certificate: Certificate?, promisesTLS: Bool, clock: any Domain.Clock, room: ConnectionRoom,
    log: RequestLog,
    responder: @escaping HTTPChannelHandler.Responder
  ) {
    self.certificate = certificate
    http = HTTP1Channel(
      responder: responder,
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [
          SecurityHeaders(promisesTLS: promisesTLS, clock: clock), RequestEnd(),
          ConnectionUse(room: room, log: log),
        ],
        idleTimeout: Limits.idleTime,
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: Limits.headers, maxHeaderListSize: Limits.headers,
          maxHeaderFieldCount: Limits.headerCount)))
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      if let certificate {
        try pipeline.addHandler(NIOSSLServerHandler(context: certificate.context))
      }
      try pipeline.addHandler(RequestDeadline(Limits.requestTime))
    }.flatMap {
      http.setup(channel: channel, logger: logger)
    }.flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(KeepAlive(), position: .after(decoder))
      return value
    }
  }

  func handle(value: Value, logger: Logger) async {
    await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
      await http.handle(value: value, logger: logger)
    }
  }
}
