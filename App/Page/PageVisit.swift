import Domain
import Presentation

/// One request: a flow that begins with its session and ends with its answer.
@MainActor
struct PageVisit {
  private let request: PageRequest
  private let address: PageAddress
  private let site: PageSite
  private let useCases: UseCases
  private let flow: Flow

  /// The counter that the account opened last, if it still sees it.
  private let openCounter: Counter?
  /// Whose session the request has; `nil` without one.
  private let user: User?

  /// - Throws: the refusals of the store.
  init(_ request: PageRequest, of address: PageAddress, to site: PageSite) async throws(Refusal) {
    self.request = request
    self.address = address
    self.site = site
    useCases = site.useCases(request.calendar ?? site.calendar)
    var (session, openCounter): (Session?, Counter?)
    if let token = request.token {
      do throws(Refusal) {
        let resumed = try await useCases.sessions.resumeSession(token)
        openCounter = try await useCases.counters.openCounter(in: resumed)
        session = resumed
      } catch .notLoggedIn {
        // Pages for logged-in people say so.
      }
    }
    user = session?.user
    self.openCounter = openCounter
    flow = Flow(
      useCases: useCases, device: request.device, session: session, openCounter: openCounter,
      serverURL: { [url = request.serverURL] () throws(Refusal) in url })
  }

  private var isGuest: Bool { user?.username.isGuest == true }

  /// Whether the session is that of a guest who was removed.
  var isRemoved: Bool { isGuest && openCounter == nil }

  /// Whether the page is not for guests, who have no list and no account.
  var isClosed: Bool {
    guard isGuest else { return false }
    return switch address.route {
    case .home, .destination: true
    case .start, .login, .signUp, .counter, .history, .members: false
    }
  }

  /// Shows the page.
  func show() async -> PageAnswer {
    let message =
      request.notice.flatMap { site.shelf.take($0, for: user?.id, at: useCases.now) } ?? .init()
    var refusal = await flow.enter(
      address.route, notice: message.notice, alert: message.alert)
    if let id = address.counter, id != flow.scene.shownCounter, flow.session != nil {
      let name: String?
      do { name = try await self.name(of: id) } catch { return await answer(error) }
      guard let name else {
        guard let refusal else { return site.staleForm(request, user) }
        return await answer(refusal, message.reachesTarget)
      }
      refusal = await flow.enter(
        address.route.renamed(to: name) ?? .counter(name), notice: message.notice,
        alert: message.alert)
    }
    if let refusal { return await answer(refusal, message.reachesTarget) }
    if address.route == .start { await beginWithTheList() }
    guard flow.route == address.route else { return leadOn(message.reachesTarget) }
    let isLost = message.alert?.refusal.isOfLostCounter == true
    return await shown(
      200, reachesTarget: message.reachesTarget, isLost: isLost, link: message.link)
  }

  /// Carries out a form of the page.
  func carryOut(_ form: SubmittedForm) async -> PageAnswer {
    if let answer = answerToStranger(form) { return answer }
    var refusal = await flow.enter(address.route)
    do throws(Refusal) {
      if let route = try await renamedRoute(of: form) { refusal = await flow.enter(route) }
    } catch {
      refusal = error
    }
    if let refusal { return await answer(refusal) }
    var form = form
    let host = host(with: FormDraft())
    let isSentOff: Bool
    do throws(FormFault) {
      // A row of a list has a counter of its own.
      if let counter = page(with: FormDraft()).counter, counter != form.subject?.counter {
        throw FormFault(isForAnotherCounter: form.subject != nil)
      }
      isSentOff = try await host.carryOut(&form)
    } catch {
      return error.isForAnotherCounter ? site.staleForm(request, user) : site.badForm(request)
    }
    let isHere = self.host(with: form.draft).scene === host.scene
    if isHere, let alert = flow.scene.state.alert {
      return await shown(
        alert.refusal.pageStatus, form.draft, refusal: alert.refusal)
    }
    if flow.newSession != nil { await beginWithTheList() }
    guard isHere, !isSentOff else { return leadOn() }
    return await shown(200, form.draft)
  }

  /// Shows the list instead of an empty counter of one's own to somebody who has not counted yet,
  /// and with whom others share what they count.
  private func beginWithTheList() async {
    guard case .counter(let viewModel) = flow.scene, let session = flow.session,
      viewModel.state.counter.role == .owner,
      let counters = try? await useCases.counters.counters(in: session),
      counters.contains(where: { $0.role != .owner }),
      counters.allSatisfy({ $0.role != .owner || $0.changedAt == nil })
    else { return }
    await flow.enter(.home, notice: viewModel.state.notice, alert: viewModel.state.alert)
  }

  /// Where the page of a form's counter is now; `nil` if that is the present scene, or if the
  /// counter is gone.
  private func renamedRoute(of form: SubmittedForm) async throws(Refusal) -> Route? {
    guard let id = form.subject?.counter, id != flow.scene.shownCounter else { return nil }
    return try await name(of: id).flatMap { address.route.renamed(to: $0) }
  }

  /// The name of a counter, as typed; `nil` if it is gone.
  private func name(of counter: Counter.ID) async throws(Refusal) -> String? {
    guard let session = flow.session else { return nil }
    do throws(Refusal) {
      return try await useCases.counters.counter(withID: counter, in: session).typedName
    } catch .noSuchCounter {
      return nil
    }
  }

  /// The answer to a form that was not made for the account that is logged in now.
  private func answerToStranger(_ form: SubmittedForm) -> PageAnswer? {
    guard let user else { return nil }  // Entering the page says that nobody is.
    guard let subject = form.subject else {
      // Forms to log in and sign up are made for nobody; the others have to say whose they are.
      return [.start, .login, .signUp].contains(address.route) ? nil : site.badForm(request)
    }
    if subject.store != site.store { return site.foreignForm(request, PageWords.otherStore, user) }
    guard subject.account != user.id else { return nil }
    return site.foreignForm(request, PageWords.otherAccount, user)
  }

  /// The answer when the page could not be entered.
  private func answer(_ refusal: Refusal, _ reachesTarget: Bool = false) async -> PageAnswer {
    switch refusal {
    case .notLoggedIn: leadOn(reachesTarget, before: address.isBeforeLogin ? nil : address.url)
    case .alreadyLoggedIn: leadOn(reachesTarget)
    case .noSuchCounter, .counterName: await shown(404, refusal: refusal)
    default: await shown(refusal.pageStatus, refusal: refusal)
    }
  }

  /// The document of the present scene.
  private func shown(
    _ status: Int, _ draft: FormDraft = FormDraft(), reachesTarget: Bool = false,
    refusal: Refusal? = nil, isLost: Bool = false, link: String? = nil
  ) async -> PageAnswer {
    if case .home = flow.scene, isGuest {
      return site.problem(status, refusal?.fact ?? PageWords.noSuchPage, "", request, refusal)
    }
    await host(with: draft).performRequests()
    var page = page(with: draft, reachesTarget: reachesTarget)
    page.link = link
    page.isLost = isLost || status == 404 || refusal?.isOfLostCounter == true
    let host = flow.scene.shown(by: PageViewFactory(page: page))
    let html = PageDocument(page: page).html(of: host)
    return PageAnswer(
      response: PageResponse(
        status: status, html: html.text, session: session,
        retryAfter: refusal?.pageRetryAfter, refusal: refusal),
      scene: flow.scene)
  }

  /// Leads to the present scene, which says there what there is to say.
  private func leadOn(_ reachesTarget: Bool = false, before next: String? = nil) -> PageAnswer {
    let state = flow.scene.state
    let message = NoticeShelf.Notice(
      notice: state.notice, alert: state.alert,
      reachesTarget: reachesTarget || state.targetsReached > 0,
      link: (state as? MembersScene.State)?.link)
    // The same page keeps its search.
    let address = flow.route == address.route ? address : newAddress(before: next)
    // A new account does not see yet what its person was asked to look at.
    let isNew = self.address.route == .signUp
    let asked = flow.session == nil || isNew ? nil : self.address.next
    return PageAnswer(
      response: PageResponse(
        status: 303, location: asked ?? address.url, session: session,
        notice: message.isEmpty
          ? nil : site.shelf.put(message, for: flow.session?.user.id, at: useCases.now)))
  }

  private var session: PageResponse.SessionCookie {
    if let new = flow.newSession { return .begins(new) }
    return request.token != nil && flow.session == nil ? .ends : .kept
  }

  /// The address of a scene that is not where the request looked for it.
  private func newAddress(before next: String? = nil) -> PageAddress {
    // A guest has no list.
    var new = PageAddress(isGuest && flow.route == .home ? .start : flow.route, before: next)
    new.isWall = address.isWall
    return new
  }

  private func host(with draft: FormDraft) -> any PageHost {
    flow.scene.shown(by: PageViewFactory(page: page(with: draft)))
  }

  private func page(with draft: FormDraft, reachesTarget: Bool = false) -> PageContext {
    PageContext(
      address: flow.route == address.route ? address : newAddress(),
      calendar: request.calendar ?? site.calendar, now: useCases.now,
      isPersonsTime: request.calendar != nil,
      account: flow.session?.user.id, store: site.store, counter: flow.scene.shownCounter,
      allowsSignUp: site.allowsSignUp, draft: draft, reachesTarget: reachesTarget,
      code: site.code, makeID: site.makeID)
  }
}

extension ActiveScene {
  /// The counter that the scene's forms are about, if they are about one.
  fileprivate var shownCounter: Counter.ID? {
    switch self {
    case .counter(let viewModel): viewModel.state.counter.id
    case .members(let viewModel): viewModel.state.counter.id
    case .history(let viewModel): viewModel.state.counter.id
    default: nil
    }
  }
}

extension Refusal {
  /// Whether the counter that the person had is gone.
  fileprivate var isOfLostCounter: Bool {
    if case .noSuchCounter = self { true } else { false }
  }
}
