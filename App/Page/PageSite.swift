import Domain
import Presentation

/// The page toolkit: answers requests with documents, without a server.
///
/// Nothing of a person is kept between requests. Each begins a flow with the session of its token,
/// enters the route of its URL, carries out the form, and shows where that led.
@MainActor
public final class PageSite {
  let useCases: @Sendable (any LocalCalendar) -> UseCases
  let calendar: any LocalCalendar
  let allowsSignUp: Bool
  /// The id of the store, which tells its accounts and counters from another store's.
  public nonisolated let store: String
  let code: @Sendable (String) -> [[Bool]]?
  let makeID: @Sendable () -> FormID
  let shelf = NoticeShelf()
  private let answered = AnsweredForms()

  /// Creates a site.
  ///
  /// - Parameters:
  ///   - useCases: the use cases, with days that begin as in that calendar.
  ///   - calendar: the calendar for people whose time zone is not known.
  ///   - allowsSignUp: whether people can make an account here.
  ///   - store: the id of the store.
  ///   - code: makes the rows of a code that phones scan, in which `true` is dark.
  public convenience init(
    useCases: @escaping @Sendable (any LocalCalendar) -> UseCases, calendar: any LocalCalendar,
    allowsSignUp: Bool, store: String,
    code: @escaping @Sendable (String) -> [[Bool]]? = { _ in nil }
  ) {
    self.init(
      useCases: useCases, calendar: calendar, allowsSignUp: allowsSignUp, store: store, code: code,
      makeID: { FormID() })
  }

  init(
    useCases: @escaping @Sendable (any LocalCalendar) -> UseCases, calendar: any LocalCalendar,
    allowsSignUp: Bool, store: String,
    code: @escaping @Sendable (String) -> [[Bool]]? = { _ in nil },
    makeID: @escaping @Sendable () -> FormID
  ) {
    self.store = store
    self.code = code
    self.useCases = useCases
    self.calendar = calendar
    self.allowsSignUp = allowsSignUp
    self.makeID = makeID
  }

  /// Answers a request.
  public func respond(to request: PageRequest) async -> PageResponse {
    await answer(to: request).response
  }

  /// Answers a request, with the scene that is shown.
  func answer(to request: PageRequest) async -> PageAnswer {
    if request.path == InvitationLink.path { return await JoinVisit(request, to: self).answer() }
    let address = PageAddress(path: request.path, query: request.query)
    guard let address, allowsSignUp || address.route != .signUp else {
      return problem(404, PageWords.noSuchPage, "", request)
    }
    let visit: PageVisit
    do {
      visit = try await PageVisit(request, of: address, to: self)
    } catch {
      return problem(
        error.pageStatus, PageWords.unavailable, error.fact, request, error)
    }
    guard !visit.isRemoved else {
      return problem(404, PageWords.noGuest, PageWords.askHost, request)
    }
    guard !visit.isClosed else { return problem(404, PageWords.noSuchPage, "", request) }
    switch request.method {
    case .get: return await visit.show()
    case .post:
      guard let form = try? SubmittedForm(request.form) else { return badForm(request) }
      guard let id = form.id else { return await visit.carryOut(form) }
      let key = AnsweredForms.SentForm(id: id, content: Self.hash(address, request))
      return await answered.answer(key) { await visit.carryOut(form) }
    }
  }

  /// The token tells accounts apart, also after the form has ended its session.
  private static func hash(_ address: PageAddress, _ request: PageRequest) -> Int {
    var hasher = Hasher()
    hasher.combine(request.token?.bytes)
    hasher.combine(address.route)
    hasher.combine(request.form)
    return hasher.finalize()
  }

  /// The answer to a form that no page has.
  func badForm(_ request: PageRequest) -> PageAnswer {
    problem(400, PageWords.badForm, PageWords.badFormRemedy, request)
  }

  /// The answer to a form that was made for another account or store.
  func foreignForm(_ request: PageRequest, _ heading: String, _ user: User) -> PageAnswer {
    problem(
      409, heading, PageWords.nothingChanged(for: user.username), request, account: user.id)
  }

  /// The answer to a form for a counter whose name another one has now.
  func staleForm(_ request: PageRequest, _ user: User?) -> PageAnswer {
    problem(
      409, PageWords.otherCounter, PageWords.otherCounterRemedy, request, account: user?.id)
  }

  func problem(
    _ status: Int, _ heading: String, _ text: String, _ request: PageRequest,
    _ refusal: Refusal? = nil, account: User.ID? = nil
  ) -> PageAnswer {
    let page = PageContext(
      address: PageAddress(.start), calendar: request.calendar ?? calendar, account: account,
      store: store)
    let html = PageDocument(page: page).html(heading: heading, text: text)
    return PageAnswer(
      response: PageResponse(
        status: status, html: html.text, notice: request.notice,
        retryAfter: refusal?.pageRetryAfter, refusal: refusal))
  }
}

/// An answer, and the scene that it shows; `nil` when it leads on.
@MainActor
struct PageAnswer {
  let response: PageResponse
  var scene: ActiveScene?
}
