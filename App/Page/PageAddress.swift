import Domain
import Presentation

/// The address of a page: a route, and what is searched there.
///
/// `/counters/coffee/history?by=week` is the history of `coffee` with its chart by weeks. Somebody
/// else's counter is `/shared/ada/coffee`.
public struct PageAddress: Equatable, Sendable {
  /// The route.
  public let route: Route
  /// The text to search in the names of counters; empty without one.
  var search = ""
  /// Whether it is the view of a counter for a wall: `/counters/coffee/wall`.
  var isWall = false
  /// The counter that the page has to be of, whatever its name is by now; `nil` for the route's.
  private(set) var counter: Counter.ID?
  /// The URL of the page that was asked for before logging in; `nil` without one.
  private(set) var next: String?

  /// The most changes that a page shows. The history of a busy counter has millions.
  static let longestHistory = 10_000

  /// Creates the address of the view of a counter for a wall.
  init(wallOf counter: String) {
    self.init(.counter(counter))
    isWall = true
  }

  /// Creates the address of a route.
  init(_ route: Route, search: String = "") {
    self.route = route
    self.search = search
  }

  /// Creates the address of a page on the way to another one, which is shown after logging in.
  init(_ route: Route, before next: String?) {
    self.init(route)
    self.next = next
  }

  /// Reads a path and a query as they are sent; `nil` when there is no such page.
  public init?(path: String, query: String = "") {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.first?.isEmpty == true, let query = Query(query) else { return nil }
    let decoded = parts.dropFirst().map { PercentCoding.decoded($0) }
    var names = decoded.compactMap(\.self)
    let isWall = names.last == "wall" && names.count == (names.first == "shared" ? 4 : 3)
    if isWall { names.removeLast() }
    guard let route = Self.route(of: names, query), !decoded.contains(nil) else { return nil }
    self.init(route, search: route == .home ? query["search"] ?? "" : "")
    self.isWall = isWall
    counter = query["counter"].flatMap { Counter.ID($0) }
    if isBeforeLogin { next = query["next"].flatMap { Self.page(at: $0) } }
  }

  /// Whether the page is for somebody who is not logged in.
  var isBeforeLogin: Bool { [.start, .login, .signUp].contains(route) }

  /// The URL of a page to show after logging in. It is Tally's own, whatever the text is.
  private static func page(at url: String) -> String? {
    let parts = url.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count > 1 ? String(parts[1]) : ""
    guard let path = parts.first.flatMap({ String($0) }),
      let address = PageAddress(path: path, query: query ?? ""), !address.isBeforeLogin
    else { return nil }
    return address.url
  }

  private static func route(of names: [String], _ query: Query) -> Route? {
    guard names == [""] || !names.contains("") else { return nil }
    switch names.first {
    case "counters" where names.count > 1:
      let name = Self.name(ofPart: names[1])
      return sharedParts(of: name) == nil ? route(to: name, names.dropFirst(2), query) : nil
    case "shared" where names.count > 2:
      let name = "\(names[1])/\(Self.name(ofPart: names[2]))"
      return sharedParts(of: name) == nil ? nil : route(to: name, names.dropFirst(3), query)
    case let word? where names.count == 1:
      return plainRoutes.first { $0.word == word }?.route
    default: return nil
    }
  }

  private static func route(
    to name: String, _ rest: ArraySlice<String>, _ query: Query
  ) -> Route? {
    switch Array(rest) {
    case []: return .counter(name)
    case ["members"]: return .members(name)
    case ["history"]:
      let newest = query["newest"].map { Int($0) } ?? HistoryScene.usualLength
      let span = query["by"].map { Span(rawValue: $0) }
      guard let newest, newest >= 0, span != .some(nil) else { return nil }
      return .history(name, newest: min(newest, longestHistory), by: span ?? nil)
    default: return nil
    }
  }

  /// The routes without a counter, and the word of each.
  private static let plainRoutes: [(word: String, route: Route)] =
    [("", .start), ("login", .login), ("signup", .signUp), ("counters", .home)]
    + Destination.allCases.map { ($0.label, .destination($0)) }

  /// The path and the query.
  var url: String {
    switch route {
    case .counter(let name): Self.path(ofCounter: name) + (isWall ? "/wall" : "")
    case .members(let name): "\(Self.path(ofCounter: name))/members"
    case .history(let name, let newest, let span):
      "\(Self.path(ofCounter: name))/history"
        + Query.text([
          ("newest", newest == HistoryScene.usualLength ? nil : "\(newest)"),
          ("by", span?.rawValue),
        ])
    case .home: "/counters" + Query.text([("search", search.isEmpty ? nil : search)])
    case .start, .login, .signUp, .destination:
      "/" + PercentCoding.encoded(Self.plainRoutes.first { $0.route == route }?.word ?? "")
        + Query.text([("next", next)])
    }
  }

  /// A name as a part of a path. Browsers take the parts `.` and `..` away, and empty ones are easily
  /// lost, so these begin with a tilde, and so does a name with one of its own.
  private static func part(ofName name: String) -> String {
    let needsMark = ["", ".", ".."].contains(name) || name.utf8.first == UInt8(ascii: "~")
    return PercentCoding.encoded(needsMark ? "~\(name)" : name)
  }

  private static func name(ofPart part: String) -> String {
    guard part.utf8.first == UInt8(ascii: "~") else { return part }
    return String(part.unicodeScalars.dropFirst())
  }

  /// The path of a counter's page.
  private static func path(ofCounter name: String) -> String {
    if let (owner, name) = sharedParts(of: name) {
      "/shared/\(PercentCoding.encoded(owner))/\(part(ofName: name))"
    } else {
      "/counters/\(part(ofName: name))"
    }
  }

  /// The owner and the name of somebody else's counter.
  private static func sharedParts(of name: String) -> (owner: String, name: String)? {
    let parts = name.unicodeScalars.split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let owner = try? Username(String(parts[0])) else { return nil }
    return (owner.text, String(parts[1]))
  }
}

/// The part of a URL after the question mark.
private struct Query {
  private var values: [String: String] = [:]

  /// Reads a query; `nil` when it is not valid, or when a name is repeated.
  init?(_ text: String) {
    for part in text.utf8.split(separator: UInt8(ascii: "&")) {
      let sides = part.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentCoding.decoded(sides[0], inForm: true),
        let value = PercentCoding.decoded(sides.count > 1 ? sides[1] : "".utf8[...], inForm: true),
        values.updateValue(value, forKey: name) == nil
      else { return nil }
    }
  }

  subscript(name: String) -> String? { values[name] }

  /// The values that are there, after a question mark; empty without one.
  static func text(_ values: [(name: String, value: String?)]) -> String {
    let parts = values.compactMap { name, value in
      value.map { "\(name)=\(PercentCoding.encoded($0))" }
    }
    return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
  }
}
