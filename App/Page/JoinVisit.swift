import Domain
import Presentation

/// A request for the page where guests say their name, or of its form.
///
/// Nothing changes until the form is sent. Its answer may be lost: the store knows the browser, and
/// answers the same form with the same guest.
@MainActor
struct JoinVisit {
  private let request: PageRequest
  private let site: PageSite
  private let useCases: UseCases

  init(_ request: PageRequest, to site: PageSite) {
    self.request = request
    self.site = site
    useCases = site.useCases(request.calendar ?? site.calendar)
  }

  func answer() async -> PageAnswer {
    do throws(Refusal) {
      do throws(Refusal) {
        return try await answerInvited()
      } catch .invitationEnded {
        return try await answerEnded()
      }
    } catch {
      return site.problem(error.pageStatus, PageWords.unavailable, error.fact, request, error)
    }
  }

  private func answerInvited() async throws(Refusal) -> PageAnswer {
    guard let token = request.invitation else { throw .invitationEnded }
    let (counter, guest) = try await useCases.invitations.counter(
      invitedBy: token, on: request.device.token)
    // A guest to whom the invitation gives more joins again.
    if let session = try await session(),
      session.user.username != guest.map(Username.init(guestNamed:))
    {
      return try await answer(to: session, invitedTo: counter)
    }
    switch request.method {
    case .get: return form(for: counter, typed: guest ?? "")
    case .post:
      guard var form = try? SubmittedForm(request.form), form.id != nil, form.deed != nil,
        let name = try? form.require(.name), (try? form.end()) != nil
      else { return site.badForm(request) }
      return try await join(counter, by: token, named: name)
    }
  }

  /// Leads a guest to the counter by whatever link, as after going back; tells anybody else that the
  /// invitation has ended.
  private func answerEnded() async throws(Refusal) -> PageAnswer {
    if let guest = try await session(), guest.user.username.isGuest,
      let counter = try await useCases.counters.openCounter(in: guest)
    {
      return lead(to: counter)
    }
    return site.problem(
      404, Refusal.invitationEnded.fact, PageWords.otherInvitation, request, .invitationEnded)
  }

  /// The session of the cookie; `nil` for that of a guest who was removed.
  private func session() async throws(Refusal) -> Session? {
    guard let token = request.token else { return nil }
    do throws(Refusal) {
      let session = try await useCases.sessions.resumeSession(token)
      if session.user.username.isGuest {
        return try await useCases.counters.openCounter(in: session) == nil ? nil : session
      }
      return session
    } catch .notLoggedIn {
      return nil
    }
  }

  /// Leads somebody who sees the counter straight there, and tells anybody else whose session it is.
  private func answer(to session: Session, invitedTo invited: Counter) async throws(Refusal)
    -> PageAnswer
  {
    do throws(Refusal) {
      let counter = try await useCases.counters.counter(withID: invited.id, in: session)
      return lead(to: counter)
    } catch .noSuchCounter {
      let name = session.user.username
      let (sentence, link): (String, HTML) =
        if name.isGuest, let other = try await useCases.counters.openCounter(in: session) {
          (
            PageWords.guest(name, of: other),
            .link(to: .members(other.typedName), "\(PageWords.leave)")
          )
        } else { (PageWords.loggedIn(as: name), .link(to: .account, "\(PageWords.logOut)")) }
      return shown(
        409, heading: PageWords.joining(invited.typedName),
        """
        <p>\(sentence)</p>
        <p class="choices">\(link)</p>

        """, account: session.user.id)
    }
  }

  private func join(_ counter: Counter, by token: InvitationToken, named name: String)
    async throws(Refusal) -> PageAnswer
  {
    do throws(Refusal) {
      let new = try await useCases.join(by: token, named: name, on: request.device)
      return lead(to: counter, beginning: new)
    } catch {
      guard error != .invitationEnded else { throw error }
      return form(for: counter, typed: name, refusal: error)
    }
  }

  private func lead(to counter: Counter, beginning new: NewSession? = nil) -> PageAnswer {
    PageAnswer(
      response: PageResponse(
        status: 303, location: PageAddress(.counter(counter.typedName)).url,
        session: new.map { .begins($0) } ?? .kept))
  }

  private func form(for counter: Counter, typed: String = "", refusal: Refusal? = nil)
    -> PageAnswer
  {
    let alert = refusal.map { "<p class=\"alert\" role=\"alert\">\($0.fact)</p>\n" as HTML }
    let field = HTML.field(.guestName, text: typed, attributes: " required autofocus")
    return shown(
      refusal?.pageStatus ?? 200, heading: PageWords.joining(counter.typedName),
      """
      \(alert)<p>\(PageWords.guests)</p>
      <form class="fields"\(HTML.leaving) method="post" action="\(exactly: InvitationLink.path)">\
      <input type="hidden" name="id" value="\(site.makeID().text)">\(field)\
      <button name="do" value="join">\(PageWords.join(counter.permission))</button></form>

      """, refusal: refusal)
  }

  private func shown(
    _ status: Int, heading: String, _ content: HTML, account: User.ID? = nil,
    refusal: Refusal? = nil
  ) -> PageAnswer {
    let page = PageContext(
      address: PageAddress(.start), calendar: request.calendar ?? site.calendar, account: account,
      store: site.store)
    return PageAnswer(
      response: PageResponse(
        status: status,
        html: PageDocument(page: page).html(heading: heading, content: content).text,
        notice: request.notice, retryAfter: refusal?.pageRetryAfter, refusal: refusal))
  }
}
