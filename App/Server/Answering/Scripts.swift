import App
import Domain
import HTTPTypes
import HummingbirdCore
import Presentation

/// Answers what the scripts of pages ask: knows whose cookie a request brings.
struct Scripts: Sendable {
  let root: CompositionRoot
  let cookies: Cookies
  let room = StreamRoom()
  let states: LiveStates

  init(root: CompositionRoot, isSecure: Bool) {
    self.root = root
    cookies = Cookies(isSecure: isSecure)
    states = LiveStates(useCases: root.useCases)
  }

  /// The stream of the counter that a query names; it takes a place in `room`.
  ///
  /// - Throws: `Answer.Refused`.
  func stream(_ query: String, for request: Request) async throws(Answer.Refused) -> EventStream {
    guard query.hasPrefix("counter="), let id = Int64(query.dropFirst("counter=".count)) else {
      throw Answer.Refused(.badRequest, "The request does not name a counter")
    }
    let session: Session
    let counter: Counter
    do {
      session = try await self.session(of: request)
      counter = try await root.useCases.counters.counter(withID: id, in: session)
    } catch {
      throw Answer.Refused(error)
    }
    guard room.enter(session.user.id) else {
      throw Answer.Refused(.serviceUnavailable, "Too many pages are open", retryAfter: 30)
    }
    return EventStream(
      counter: counter, session: session, useCases: root.useCases, watch: root.watch, states: states
    )
  }

  /// Counts taps.
  func count(_ body: [UInt8], for request: Request) async -> Answer {
    guard let list = TapList(json: body) else {
      return .json(#"{"reason":"These are not taps"}"#, .badRequest)
    }
    do {
      let session = try await session(of: request)
      let taps = Taps(useCases: root.useCases, clock: root.clock, states: states)
      return await taps.answer(list, in: session)
    } catch {
      return .refusing(error)
    }
  }

  /// The session that the request's cookie proves.
  private func session(of request: Request) async throws(Refusal) -> Session {
    guard let token = cookies.token(in: request.headers) else { throw .notLoggedIn }
    return try await root.useCases.sessions.resumeSession(token)
  }
}

extension Answer.Refused {
  /// The refusal of a script's request: the status says what the script does next.
  init(_ refusal: Refusal) {
    switch refusal {
    case .throttled(let seconds):
      self.init(.tooManyRequests, refusal.fact, retryAfter: seconds)
    case .notLoggedIn: self.init(.unauthorized, refusal.fact)
    case .noSuchCounter: self.init(.notFound, "There is no such counter")
    case _ where refusal.isFailure: self.init(.serviceUnavailable, refusal.fact, retryAfter: 2)
    default: self.init(.forbidden, refusal.fact)
    }
  }
}
