import Domain
import Doubles
import Journeys
import Presentation
import Synchronization

@testable import PageToolkit

/// A browser without script and without a network: asks a site, keeps its cookies and follows it.
@MainActor
final class JourneyBrowser {
  /// The scene of the shown page.
  private(set) var scene = ActiveScene.welcome(WelcomeScene.viewModel())

  private let site: PageSite
  private var token: SessionToken?
  private var device = TestWorld.device
  private var notice: UInt64?
  private var url = "/"
  private var html = ""
  private var record = ""

  init(in world: JourneyWorld) {
    let useCases = world.useCases
    let numbers = FormNumbers()
    site = PageSite(
      useCases: { _ in useCases }, calendar: FixedCalendar(), allowsSignUp: true,
      store: "", makeID: { numbers.next() })
  }

  /// What was asked and shown since the last call.
  func newlyShown() -> String {
    defer { record = "" }
    return record
  }

  /// Opens a URL.
  func open(_ url: String) async throws {
    try await ask(.get, url)
  }

  /// Follows a link of the page, also one that keeps what was asked for before logging in.
  func follow(_ url: String) async throws {
    try await follow { $0 == url || $0.hasPrefix("\(url)?next=") }
  }

  /// Follows the first such link of the page.
  func follow(where isWanted: (String) -> Bool) async throws {
    let links = html.matches(of: /href="([^"]*)"/).map { Self.unescaped($0.1) }
    guard let link = links.first(where: isWanted) else {
      throw PlayFault("There is no such link at \(url), but \(links)")
    }
    try await open(link)
  }

  /// The values of a hidden field on the page.
  func values(of name: FieldName) -> [String] {
    html.matches(of: /<input type="hidden" name="([a-z-]+)" value="([^"]*)">/)
      .filter { $0.1 == name.rawValue }.map { Self.unescaped($0.2) }
  }

  /// Sends the form with that button, or as far as it is filled.
  ///
  /// A button that the page does not have is one of a page that was opened before.
  func send(_ deed: String?, _ fields: [(FieldName, String)]) async throws {
    let forms = html.matches(of: /<form [^>]*method="post".*?<\/form>/.dotMatchesNewlines())
    let row = fields.first { $0.0 == .counter }?.1
    let form = forms.first { form in
      deed.map { form.0.contains("value=\"\($0)\"") } ?? false
        && (row.map { Self.unescaped(form.0).contains("name=\"counter\" value=\"\($0)\"") } ?? true)
    }
    let id = form?.0.firstMatch(of: /name="id" value="([0-9a-f]+)"/).map { String($0.1) }
    let subject = (form?.0).flatMap { Self.subject(in: $0) } ?? subjectOfPage
    let values =
      [("id", id ?? FormID().text)] + (subject.map { [("for", $0)] } ?? [])
      + (deed.map { [("do", $0)] } ?? [])
      + fields.map { ($0.0.rawValue, $0.1) }
    let body = values.map { "\($0)=\(PercentCoding.encoded($1))" }.joined(separator: "&")
    try await ask(.post, url, Array(body.utf8))
  }

  /// What a form says that it was made for.
  private static func subject(in form: Substring) -> String? {
    form.firstMatch(of: /name="for" value="([^"]+)"/).map { String($0.1) }
  }

  /// What the forms of the page would be made for, also of a page that has none.
  private var subjectOfPage: String? {
    func number(_ name: String) -> String? {
      let rest = html.split(separator: "data-\(name)=\"").dropFirst().first
      return rest.map { String($0.prefix { $0 != "\"" }) }
    }
    guard let account = number("account"), !account.isEmpty else { return nil }
    if let counter = number("counter") { return ".\(account).\(counter)" }
    // The forms of a list are made for a counter each, and those of the members for one.
    return html.contains("list members") ? Self.subject(in: html[...]) : ".\(account)"
  }

  private func ask(_ method: PageRequest.Method, _ url: String, _ form: [UInt8] = []) async throws {
    let parts = url.split(separator: "?", maxSplits: 1).map(String.init)
    let answer = await site.answer(
      to: PageRequest(
        method, path: parts[0], query: parts.count > 1 ? parts[1] : "", form: form, token: token,
        notice: notice, device: device, calendar: FixedCalendar()))
    let response = answer.response
    record += "\(method == .get ? "GET" : "POST") \(url): \(response.status)\n"
    switch response.session {
    case .kept: break
    case .begins(let new): (token, device.token) = (new.token, new.device)
    case .ends: token = nil
    }
    notice = response.notice
    if let location = response.location { return try await ask(.get, location) }
    guard let scene = answer.scene else { throw PlayFault("There is no page at \(url)") }
    (self.url, self.scene, html) = (url, scene, response.html)
    record += html[(html.range(of: "<main")?.lowerBound ?? html.startIndex)...]
      .replacing(/<input type="hidden" name="for" value="[^"]*">/, with: "")

  }

  /// The text of an attribute.
  private static func unescaped(_ text: Substring) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}

/// Identifiers of forms that are the same in every run.
private final class FormNumbers: Sendable {
  private let last = Mutex(0)

  func next() -> FormID {
    let number = last.withLock { last in
      last += 1
      return last
    }
    let digits = String(number, radix: 16)
    return FormID(String(repeating: "0", count: 32 - digits.count) + digits) ?? FormID()
  }
}
