import Domain
import HTTPTypes
import HummingbirdCore
import NIOCore
import Presentation

/// Answers requests: decides who is heard, reads the form, and asks the page, the taps or a stream.
struct RequestRouter: Sendable {
  let guardian: Guardian
  let endpoints: Endpoints
  let health: Health
  let log: RequestLog

  /// Answers one request.
  ///
  /// - Throws: an error when the connection cannot be used any more.
  @Sendable func respond(
    to request: Request, writer: consuming ResponseWriter, channel: any Channel
  ) async throws {
    let start = ContinuousClock.now
    let answer: Answer
    switch try await outcome(of: request, writer: writer, channel: channel) {
    case .answer(let whole): answer = whole
    case .stream(let stream):
      let head = HTTPResponse(
        status: .ok,
        headerFields: [.contentType: "text/event-stream; charset=utf-8", .connection: "close"])
      defer {
        endpoints.room.leave(stream.place)
        log.note(
          "GET", "events", status: 200, since: start,
          because: stream.place.isLost ? "Others needed its place" : nil)
      }
      return try await stream.send(
        through: try await writer.writeHead(head), for: request, on: channel)
    }
    try await answer.send(through: writer, for: request, since: start, noting: log)
  }

  private enum Outcome {
    case answer(Answer)
    case stream(EventStream)
  }

  private func outcome(
    of request: Request, writer: borrowing ResponseWriter, channel: any Channel
  ) async throws -> Outcome {
    let (path, query) = request.target
    let endpoint = Endpoint(path: path)
    do {
      let address = try guardian.check(request, endpoint, on: channel)
      switch endpoint {
      case .health: return .answer(try await answerHealth(endpoint.label))
      case .asset: return .answer(endpoints.asset(path, for: request))
      case .events: return .stream(try await endpoints.stream(query, for: request, from: address))
      case .taps:
        let body = try await request.content(
          upTo: Limits.taps, as: "application/json", writer: writer)
        return .answer(await endpoints.count(body, query, for: request))
      case .invitation(let token): return .answer(endpoints.invitation(token, endpoint))
      case .page, .join:
        let form =
          request.method == .post
          ? try await request.content(
            upTo: Limits.form, as: "application/x-www-form-urlencoded", writer: writer) : []
        return .answer(try await endpoints.page(request, endpoint, form: form, from: address))
      }
    } catch let refused as Answer.Refused {
      return .answer(refused.answer(endpoint.label))
    }
  }

  /// Says whether changes can be saved. The reason is for the log alone.
  private func answerHealth(_ route: String) async throws(Answer.Refused) -> Answer {
    guard let refusal = await health.refusal else { return .text(route, .ok, "ok") }
    throw Answer.Refused(
      .serviceUnavailable, "Changes cannot be saved", logged: refusal.loggedFact, retryAfter: 2)
  }
}
