import Domain
import Doubles
import Presentation

@testable import PageToolkit

/// A browser without script, and the site that it asks.
@MainActor
final class PageWorld {
  let world = TestWorld()
  let site: PageSite
  /// The token in the browser's cookie.
  var token: SessionToken?
  /// The browser, with the token in its other cookie.
  private var device = TestWorld.device
  /// The number in the browser's cookie of the notice.
  var notice: UInt64?

  init(allowsSignUp: Bool = true) {
    let useCases = world.useCases
    site = PageSite(
      useCases: { _ in useCases }, calendar: FixedCalendar(), allowsSignUp: allowsSignUp,
      store: Self.store)
  }

  /// The id of the store.
  static let store = "5afe"

  /// Makes an account, and logs in with the browser.
  @discardableResult
  func logIn(_ username: String = "ada") async throws -> Session {
    _ = try await world.signedUp(username)
    let new = try await world.loggedIn(username)
    token = new.token
    return new.session
  }

  /// Opens a URL.
  func get(_ url: String) async -> PageResponse {
    await ask(.get, url, "")
  }

  /// Sends a form; its fields are a name and a value each. It gets an identifier unless it has one.
  func post(_ url: String, _ fields: KeyValuePairs<String, String>) async -> PageResponse {
    let id = fields.contains { $0.key == "id" } ? [] : [("id", FormID().text)]
    var pairs = id + fields.map { ($0.key, $0.value) }
    if !fields.contains(where: { $0.key == "for" }),
      let subject = await subject(of: url, fields.first { $0.key == "counter" }?.value)
    {
      pairs.append(("for", subject))
    }
    return await ask(
      .post, url, pairs.map { "\($0)=\(PercentCoding.encoded($1))" }.joined(separator: "&"))
  }

  /// What the forms of a page, or of one of its rows, are made for now, as their field says it.
  func subject(of url: String, _ row: String? = nil) async -> String? {
    guard let token, let session = try? await world.useCases.sessions.resumeSession(token) else {
      return nil
    }
    let path = url.split(separator: "?").first.map(String.init) ?? ""
    let name: String? =
      switch PageAddress(path: path)?.route {
      case .counter(let name), .members(let name): name
      default: row
      }
    var subject = FormSubject(store: Self.store, account: session.user.id)
    if let name {
      let counter = try? await world.useCases.findCounter(named: name, in: session)
      subject.counter = counter?.id ?? 4_711
    }
    return subject.text
  }

  /// Sends bytes as a form.
  func ask(_ method: PageRequest.Method, _ url: String, _ form: String) async -> PageResponse {
    let parts = url.split(separator: "?", maxSplits: 1).map(String.init)
    let response = await site.respond(
      to: PageRequest(
        method, path: parts[0], query: parts.count > 1 ? parts[1] : "", form: Array(form.utf8),
        token: token, notice: notice, device: device))
    switch response.session {
    case .kept: break
    case .begins(let new): (token, device.token) = (new.token, new.device)
    case .ends: token = nil
    }
    notice = response.notice
    return response
  }

  /// The document without what differs from one request to the next.
  static func withoutIDs(_ html: String) -> String {
    html.replacing(/name="(id|for)" value="[0-9a-f.-]*"/, with: "")
  }
}
