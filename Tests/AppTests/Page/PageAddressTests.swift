import Domain
import Doubles
import Presentation
import Testing

@testable import PageToolkit

/// Every route has a URL, and every URL leads back to its route.
@Suite(.limited) struct PageAddressTests {
  nonisolated private static let coffee = "coffee"

  @Test(
    arguments: [
      ("/", .start), ("/login", .login), ("/signup", .signUp), ("/counters", .home),
      ("/account", .account), ("/counters/coffee", .counter(coffee)),
      ("/counters/coffee/history", .history(coffee, newest: 20, by: nil)),
      ("/counters/coffee/history?by=week", .history(coffee, newest: 20, by: .week)),
      ("/counters/coffee/history?newest=40&by=day", .history(coffee, newest: 40, by: .day)),
      ("/counters/coffee/history?newest=0&by=month", .history(coffee, newest: 0, by: .month)),
      ("/counters/coffee/members", .members(coffee)),
      ("/shared/ada/coffee", .counter("ada/coffee")),
      ("/shared/ada/coffee/members", .members("ada/coffee")),
      ("/counters/-a%2Fb", .counter("-a/b")),
      ("/counters/%CC%81x", .counter("\u{301}x")),
      ("/shared/ada/%CC%81x", .counter("ada/\u{301}x")),
      ("/counters/~..", .counter("..")), ("/counters/~~", .counter("~")),
    ] as [(String, Route)])
  func `a URL is the address of one route`(url: String, route: Route) throws {
    #expect(PageAddress(route).url == url)
    #expect(try #require(Self.address(url)).route == route)
  }

  @Test(arguments: [
    ("/counters/coffee/wall", coffee), ("/shared/ada/coffee/wall", "ada/coffee"),
    ("/counters/wall/wall", "wall"),
  ])
  func `a counter has a view for a wall`(url: String, name: String) throws {
    let address = try #require(Self.address(url))
    #expect(address == PageAddress(wallOf: name))
    #expect(address.url == url)
    #expect(try #require(Self.address("/counters/wall")).isWall == false)
  }

  @Test(arguments: [
    "", "x", "/x", "/counters/coffee/history/wall", "/account/x/wall", "/counters//wall",
    "/counters/", "/counters/coffee/", "/counters/coffee/x", "/counters//history",
    "/counters/ada%2Fcoffee", "/shared/ada", "/shared/-a/coffee", "/counters/a%2", "/counters/a%FF",
    "/counters/coffee/history?by=decade", "/counters/coffee/history?newest=-1",
    "/counters/coffee/history?newest=x", "/counters/coffee/history?by=day&by=day", "/login/x",
  ])
  func `other URLs have no page`(url: String) {
    #expect(Self.address(url) == nil)
  }

  @Test func `names of every script come back from a URL, which browsers do not change`() {
    var random = Seed().generator
    let spans: [Span?] = Span.allCases + [nil]
    for _ in 1...4_000 {
      let owner = ["", "ada/", "a.b+c@d-e_f/", "x/y/"].randomElement(using: &random) ?? ""
      let name = owner + Self.name(&random)
      let routes = [
        Route.counter(name), .members(name),
        .history(
          name, newest: .random(in: 0...PageAddress.longestHistory, using: &random),
          by: spans.randomElement(using: &random) ?? nil),
      ]
      for route in routes {
        let url = PageAddress(route).url
        #expect(Self.address(url)?.route == route, "\(url)")
        let parts = url.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        #expect(parts.dropFirst().allSatisfy { !["", ".", ".."].contains($0) }, "\(url)")
        #expect(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(url)")
      }
    }
  }

  @Test func `a search is kept in the address of the list`() {
    let address = PageAddress(.home, search: "tea & ☕")
    #expect(address.url == "/counters?search=tea%20%26%20%E2%98%95")
    #expect(Self.address("/counters?search=tea+%26+%E2%98%95") == address)
  }

  @Test func `a longer history than a page shows is cut`() {
    #expect(
      Self.address("/counters/coffee/history?newest=9000000000")?.route
        == .history(Self.coffee, newest: PageAddress.longestHistory, by: nil))
  }

  private static func address(_ url: String) -> PageAddress? {
    let parts = url.split(separator: "?", maxSplits: 1).map(String.init)
    return PageAddress(path: parts.first ?? "", query: parts.count > 1 ? parts[1] : "")
  }

  /// A name of 1 to 64 scalars, with many of the signs that mean something in a URL.
  private static func name(_ random: inout SplitMix) -> String {
    var name = ""
    for _ in 0..<Int.random(in: 1...CounterName.maximumLength, using: &random) {
      let range: ClosedRange<UInt32> =
        [0x21...0x7E, 0xA0...0x2FFF, 0x3000...0xD7FF, 0xE000...0x10FFFF]
        .randomElement(using: &random) ?? 0x21...0x7E
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) {
        name.unicodeScalars.append(scalar)
      }
    }
    return ["..", ".", "~", "%2e", name].randomElement(using: &random) ?? name
  }
}
