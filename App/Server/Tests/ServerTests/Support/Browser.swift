import Foundation
import Programs
import Synchronization
import Testing

/// A browser without scripts: keeps cookies, and sends the forms of pages.
final class Browser: Sendable {
  let server: ServerProcess
  private let jar: Mutex<[String: String]>
  private let address: String

  /// A browser at an address of this machine, which may have a cookie already.
  init(_ server: ServerProcess, _ cookie: String? = nil, from address: String = "127.0.0.1") {
    self.server = server
    self.address = address
    let parts = cookie.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    jar = Mutex(parts.map { [$0[0]: $0[1]] } ?? [:])
  }

  /// The value of a cookie; setting it is what a script of a page would do.
  subscript(cookie name: String) -> String? {
    get { jar.withLock { $0[name] } }
    set { jar.withLock { $0[name] = newValue } }
  }

  /// Sends a request with the cookies, and keeps those of the answer.
  func send(_ request: HTTPText) async throws -> Reply {
    var request = request
    let cookies = jar.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } }
    if !cookies.isEmpty { request.fields["Cookie"] = cookies.joined(separator: "; ") }
    let reply = try await server.send(request, from: address)
    for line in (reply["set-cookie"] ?? "").split(separator: "\n") {
      let cookie = line.prefix { $0 != ";" }.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      self[cookie: String(cookie[0])] = line.contains("Max-Age=0") ? nil : String(cookie[1])
    }
    return reply
  }

  /// Gets a page, and does not follow a redirect.
  func get(_ path: String, _ fields: [String: String?] = [:]) async throws -> Reply {
    try await send(HTTPText("GET", path, fields))
  }

  /// Gets a page, and follows redirects.
  func open(_ path: String) async throws -> Reply {
    try await follow(try await get(path))
  }

  /// Goes where an answer leads.
  func follow(_ reply: Reply) async throws -> Reply {
    guard let location = reply["location"] else { return reply }
    return try await open(location)
  }

  /// The form of a page with a button, as it is sent with these fields.
  func form(_ button: String, on path: String, _ fields: [String: String] = [:]) async throws
    -> HTTPText
  {
    let page = try await open(path).body
    return try #require(HTTPText(form: button, in: page, fields), "\(button) on \(page)")
  }

  /// Fills in a form of a page, presses its button, and returns the answer to the form.
  @discardableResult
  func press(_ button: String, on path: String, _ fields: [String: String] = [:]) async throws
    -> Reply
  {
    try await send(try await form(button, on: path, fields))
  }
}

extension HTTPText {
  /// The form with a button in a document, filled in; `nil` when there is no such form.
  init?(form button: String, in page: String, _ fields: [String: String]) {
    let forms = page.split(separator: "<form").dropFirst().compactMap {
      $0.split(separator: "</form>").first
    }
    let mark = "name=\"do\" value=\"\(button)\""
    let matching = forms.first { form in
      form.contains(mark)
        // A row of a list: the one of the counter.
        && (fields["counter"].map { form.contains("value=\"\(Self.escaped($0))\"") } ?? true)
    }
    guard let form = matching, let action = form.firstMatch(of: /action="([^"]*)"/)?.1 else {
      return nil
    }
    var values = fields
    for hidden in form.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)"/) {
      values[String(hidden.1)] = Self.unescaped(hidden.2)
    }
    values["do"] = button
    self.init("POST", Self.unescaped(action), body: Self.encoded(values))
  }

  /// A form as it is sent.
  static func encoded(_ fields: [String: String]) -> String {
    let letters = CharacterSet(charactersIn: "a"..."z").union(.init(charactersIn: "0"..."9"))
    return fields.sorted { $0.key < $1.key }.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: letters) ?? "")"
    }.joined(separator: "&")
  }

  private static let entities = [
    ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"), ("&", "&amp;"),
  ]

  private static func unescaped(_ text: some StringProtocol) -> String {
    entities.reduce(String(text)) { $0.replacing($1.1, with: $1.0) }
  }

  private static func escaped(_ text: String) -> String {
    entities.reversed().reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
