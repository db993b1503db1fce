import Domain
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// A connection: TLS with the present certificate, a deadline for each request, then HTTP.
struct PageChannel: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  let http: HTTP1Channel
  /// `nil` without TLS.
  let certificate: Certificate?

  init(
    certificate: Certificate?, isSecure: Bool, clock: any Domain.Clock,
    responder: @escaping HTTPChannelHandler.Responder
  ) {
    self.certificate = certificate
    http = HTTP1Channel(
      responder: responder,
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [
          SecurityHeaders(isSecure: isSecure, clock: clock), RequestEnd(),
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
    }
  }

  func handle(value: Value, logger: Logger) async {
    await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
      await http.handle(value: value, logger: logger)
    }
  }
}
