import Domain
import Doubles
import Presentation

@testable import App

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
      useCases: { _ in useCases }, calendar: FixedCalendar(), allowsSignUp: allowsSignUp)
  }

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
    let pairs = id + fields.map { ($0.key, $0.value) }
    return await ask(
      .post, url, pairs.map { "\($0)=\(PercentCoding.encoded($1))" }.joined(separator: "&"))
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
    html.replacing(/name="id" value="[0-9a-f]{32}"/, with: "")
  }
}
