import Commands
import Composition
import Domain
import HTTPTypes
import HummingbirdCore
import NIOCore
import PageToolkit
import Presentation
import Synchronization
import Terminal

/// Answers for the page: knows whose cookie a request brings, and gives and takes cookies.
struct Endpoints: Sendable {
  let root: CompositionRoot
  let cookies: Cookies
  /// Whether browsers reach the server over TLS.
  private let isSecure: Bool
  let throttle: AddressThrottle
  let room: StreamRoom
  let states: LiveStates
  let site: PageSite
  private let sessions: SeenSessions
  private let taps: Taps

  /// - Throws: the refusals of the store.
  @MainActor
  init(
    root: CompositionRoot, allowsSignUp: Bool, isSecure: Bool, room: StreamRoom
  ) async throws(Refusal) {
    self.root = root
    self.room = room
    self.isSecure = isSecure
    cookies = Cookies(isSecure: isSecure)
    throttle = AddressThrottle(clock: root.clock)
    states = LiveStates(
      makeUseCases: root.makeUseCases, calendar: root.calendar, clock: root.clock)
    sessions = SeenSessions(repository: root.useCases.sessions)
    taps = Taps(useCases: root.useCases, clock: root.clock, states: states)
    site = PageSite(
      useCases: root.makeUseCases, calendar: root.calendar, allowsSignUp: allowsSignUp,
      store: try await root.useCases.identity.storeID().text, code: { QRCode($0)?.rows })
  }

  /// The stream of the counter that a query names, or of the list of counters; it takes a place in
  /// `room`.
  ///
  /// - Throws: `Answer.Refused`.
  func stream(
    _ query: String, for request: Request, from address: NetworkAddress
  ) async throws(Answer.Refused) -> EventStream {
    let id = query.hasPrefix("counter=") ? Int64(query.dropFirst("counter=".count)) : nil
    guard id != nil || query.isEmpty else {
      throw Answer.Refused(.badRequest, "The request does not name a counter")
    }
    let session: Session
    do {
      // A page that only watches is a use of its session too, which is noted.
      session = try await root.useCases.sessions.resumeSession(try token(of: request))
      if let id { _ = try await root.useCases.counters.counter(withID: id, in: session) }
    } catch {
      throw Answer.Refused(error)
    }
    guard let place = room.enter(session.user.id, from: address) else {
      throw Answer.Refused(.serviceUnavailable, "Too many pages are open", retryAfter: 30)
    }
    return EventStream(
      counter: id, session: session, place: place, calendar: namedCalendar(of: request),
      useCases: root.useCases, watch: root.watch, states: states)
  }

  /// Counts taps.
  func count(_ body: [UInt8], _ query: String, for request: Request) async -> Answer {
    guard let format = TapFormat(query), let list = TapList(json: body) else {
      return .refusing("This server cannot read these taps", .badRequest)
    }
    guard format.store == nil || format.store == site.store else {
      return .refusing("These taps belong to another store", .misdirectedRequest)
    }
    do {
      let session = try await sessions.session(of: try token(of: request))
      return await taps.answer(list, in: session) { namedCalendar(of: request) }
    } catch {
      return .refusing(error)
    }
  }

  /// A page, or what a form leads to.
  ///
  /// - Throws: `Answer.Refused` when too many attempts to log in came from the address.
  func page(_ request: Request, _ endpoint: Endpoint, form: [UInt8], from address: NetworkAddress)
    async throws(Answer.Refused) -> Answer
  {
    let isAttempt = request.method == .post && endpoint.isAttempt
    let isSignUp = isAttempt && endpoint == .page(.signUp)
    if isAttempt { try allow(isSignUp: isSignUp, from: address) }
    // Whoever asks for the head alone does not read the notice.
    let notice = request.method == .head ? nil : cookies.notice(in: request.headers)
    let browser = browserName(userAgent: request.headers[.userAgent] ?? "")
    let (path, query) = request.target
    let response = await site.respond(
      to: PageRequest(
        request.method == .post ? .post : .get, path: path, query: query, form: form,
        token: cookies.session(in: request.headers), notice: notice,
        device: Device(
          place: "\(browser) at \(address)", token: cookies.device(in: request.headers)),
        serverURL: request.head.authority.map { "\(isSecure ? "https" : "http")://\($0)" },
        invitation: cookies.invitation(in: request.headers), calendar: namedCalendar(of: request)))
    if isAttempt, response.status == HTTPResponse.Status.seeOther.code {
      throttle.forgive(address)
    }
    if isSignUp, !response.beginsSession { throttle.forgiveSignUp(address) }
    var answer = answer(response, endpoint, notice: notice)
    if endpoint == .join {
      if response.beginsSession { answer.fields.append(cookies.forgettingInvitation) }
      // The store knows by it that a form was sent before, if its answer was lost.
      if response.status == HTTPResponse.Status.ok.code, cookies.device(in: request.headers) == nil
      {
        answer.fields.append(cookies.keeping(DeviceToken.random()))
      }
    }
    return answer
  }

  /// Leads from the link of an invitation to the page where guests say their name. The token is in no
  /// other address.
  func invitation(_ token: InvitationToken?, _ endpoint: Endpoint) -> Answer {
    var answer = Answer(endpoint.label, .seeOther, type: "text/plain; charset=utf-8", body: "".utf8)
    answer.fields[.location] = InvitationLink.path
    answer.fields.append(token.map(cookies.keeping) ?? cookies.forgettingInvitation)
    return answer
  }

  /// Counts an attempt to log in or sign up, and a new account.
  ///
  /// - Throws: `Answer.Refused` when there were too many from that address.
  private func allow(isSignUp: Bool, from address: NetworkAddress) throws(Answer.Refused) {
    do throws(Refusal) {
      try throttle.count(address)
    } catch {
      throw Answer.Refused(error)
    }
    guard isSignUp else { return }
    do throws(Refusal) {
      try throttle.countSignUp(address)
    } catch {
      throttle.forgive(address)
      var refused = Answer.Refused(
        .tooManyRequests, "Too many accounts were made from this address. Try again tomorrow")
      if case .throttled(let seconds) = error { refused.retryAfter = seconds }
      throw refused
    }
  }

  private func answer(_ response: PageResponse, _ endpoint: Endpoint, notice: UInt64?) -> Answer {
    var answer = Answer(
      endpoint.label, HTTPResponse.Status(code: response.status), type: "text/html; charset=utf-8",
      body: response.html.utf8)
    answer.reason =
      response.refusal?.loggedFact
      ?? [400: "No page has that form", 404: "There is no such page"][response.status]
    if let location = response.location { answer.fields[.location] = location }
    if let seconds = response.retryAfter { answer.fields[.retryAfter] = "\(seconds)" }
    switch response.session {
    case .kept: break
    case .begins(let new): answer.fields.append(contentsOf: cookies.keeping(new))
    case .ends: answer.fields.append(cookies.forgettingSession)
    }
    if notice != response.notice { answer.fields.append(cookies.keeping(notice: response.notice)) }
    return answer
  }

  /// A file that pages need, or word that the browser's copy is the same.
  func asset(_ path: String, for request: Request) -> Answer {
    guard let asset = PageAssets.asset(at: path) else {
      return .text("asset", .notFound, "There is no such file")
    }
    // A browser asks each time whether there is another version.
    var answer = Answer(
      "asset", type: asset.contentType, body: asset.bytes,
      fields: [.cacheControl: "no-cache", .eTag: asset.tag])
    let known = request.headers[.ifNoneMatch]?.split(separator: ",").map { $0.filter { $0 != " " } }
    if known?.contains(where: { $0 == asset.tag || $0 == "W/\(asset.tag)" }) == true {
      (answer.status, answer.body) = (.notModified, ByteBuffer())
      answer.fields[.contentType] = nil
    }
    return answer
  }

  private func token(of request: Request) throws(Refusal) -> SessionToken {
    guard let token = cookies.session(in: request.headers) else { throw .notLoggedIn }
    return token
  }

  private func namedCalendar(of request: Request) -> (any LocalCalendar)? {
    cookies.zone(in: request.headers).flatMap(root.calendar(named:))
  }
}

extension Answer.Refused {
  /// The refusal of a request that is no page: the status says what the script does next.
  init(_ refusal: Refusal) {
    switch refusal {
    case .throttled(let seconds):
      self.init(.tooManyRequests, refusal.fact, retryAfter: seconds)
    case .notLoggedIn: self.init(.unauthorized, refusal.fact)
    case .noSuchCounter: self.init(.notFound, "There is no such counter")
    case _ where refusal.isFailure:
      self.init(.serviceUnavailable, refusal.fact, logged: refusal.loggedFact, retryAfter: 2)
    default: self.init(.forbidden, refusal.fact, logged: refusal.loggedFact)
    }
  }
}

extension PageResponse {
  fileprivate var beginsSession: Bool { if case .begins = session { true } else { false } }
}

/// The sessions of cookies that came lately, so that a tap does not read the store before it
/// writes.
///
/// Whether a session is still valid, the store decides again with each change and each reading.
final class SeenSessions: Sendable {
  /// How many are remembered; then all are forgotten.
  private static let most = 10_000

  private let repository: any SessionRepository
  private let seen = Mutex<[[UInt8]: Session]>([:])

  init(repository: any SessionRepository) {
    self.repository = repository
  }

  /// The session that the token proves, or proved when it came last.
  ///
  /// - Throws: the refusals of the repository.
  func session(of token: SessionToken) async throws(Refusal) -> Session {
    if let session = seen.withLock({ $0[token.bytes] }) { return session }
    let session = try await repository.resumeSession(token)
    seen.withLock { seen in
      if seen.count >= Self.most { seen = [:] }
      seen[token.bytes] = session
    }
    return session
  }
}
