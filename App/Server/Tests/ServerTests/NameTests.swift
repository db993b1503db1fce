import Doubles
import Foundation
import Programs
import Testing

/// Names that people chose, of every script and with markup in them.
@Suite(.limited) struct NameTests {
  private static let markup = "<script>alert(1)<!--"

  @Test func `nothing that somebody typed is markup, on any page and in any state`() async throws {
    let tally = try await TallyProgram.ofAdaAndBea()
    let name = "\"><img src=x onerror=alert(1)>'&lt;"
    for words in [["rename", "main", Self.markup], ["new", name]] {
      try #require(try await tally.run(words).status == 0)
    }
    for words in [["up", Self.markup], ["share", Self.markup, "with", "bea"]] {
      try #require(try await tally.run(words).status == 0)
    }
    let server = try await ServerProcess(for: tally)
    let (ada, bea) = (
      Browser(server, try tally.cookie()), Browser(server, try tally.cookie(of: "bea"))
    )
    let coded = HTTPText.encoded(["x": Self.markup]).dropFirst(2)
    let path = "/counters/\(coded)"
    var replies: [Reply] = []
    for (browser, url) in [
      (ada, "/counters"), (ada, "/counters?search=\(coded)"), (ada, path), (ada, "\(path)/history"),
      (ada, "\(path)/history?by=\(coded)"), (ada, "\(path)/members"), (ada, "/\(coded)"),
      (ada, "/counters/\(coded)x"), (ada, "/shared/\(coded)/x"), (ada, "/assets/\(coded)"),
      (bea, "/counters"), (bea, "/shared/ada/\(coded)"), (bea, "/shared/ada/\(coded)/members"),
      (bea, "/shared/ada/\(coded)/history"),
    ] {
      let reply = try await browser.get(url)
      #expect([200, 404].contains(reply.status), "\(url)")
      replies.append(reply)
    }
    for (button, page, fields) in [
      ("set", path, ["count": Self.markup]), ("add N", path, ["amount": name]),
      ("target", path, ["target": Self.markup]), ("rename", path, ["name": "a/\(Self.markup)"]),
      ("delete", path, ["name": name]), ("delete", path, [:]),
      ("share", "\(path)/members", ["username": Self.markup]),
      ("new", "/counters", ["name": Self.markup]), ("new", "/counters", ["name": "/\(name)"]),
    ] {
      replies.append(try await ada.press(button, on: page, fields))
      #expect([200, 422].contains(replies.last?.status), "\(button) \(fields)")
    }
    replies.append(
      try await Browser(server).press("log in", on: "/login", ["username": name, "password": "x"]))
    replies.append(try await ada.open("/counters"))
    for reply in replies {
      #expect(!reply.body.contains("<script>alert"), "\(reply.body)")
      #expect(!reply.body.contains("<img"), "\(reply.body)")
    }
    #expect(replies.count { $0.body.contains("&lt;script&gt;alert(1)&lt;!--") } > 10)
    let state = try await server.tap(["tap"], cookie: try tally.cookie())
    #expect(state.status == 200 && !state.body.contains("<script"))
  }

  /// Names of 64 scalars or bytes, and some that URLs do not like.
  private static let names = [
    String(repeating: "x", count: 64), String(repeating: "咖", count: 64),
    String(repeating: "ق", count: 64), String(repeating: "ж", count: 64),
    String(repeating: "क", count: 64), String(repeating: "ก", count: 64),
    String(repeating: "한", count: 64), String(repeating: "😀", count: 64),
    String(repeating: "👩\u{200D}🚀", count: 21), "ק\u{5B8}פה", "é\u{301}\u{302}",
    ".", "..", "~", "~~", "%2F", "%", "?x=1", "#x", "a&b=c", "a+b", "a b", "\\", "main;", "'\"<>&",
    "history", "members", "login",
  ]

  @Test func `names of every script are made, opened, counted, shared and deleted`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAdaAndBea())
    let ada = Browser(server, try server.tally.cookie())
    let bea = Browser(server, try server.tally.cookie(of: "bea"))
    // Others each time.
    var random = Seed().generator
    for name in Self.names.shuffled(using: &random).prefix(14) {
      let made = try await ada.press("new", on: "/counters", ["name": name])
      let path = try #require(made["location"], "\(name): \(made.body)")
      #expect(path.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(path)")
      #expect(try await ada.press("add", on: path)["location"] == path)
      #expect(try await ada.press("undo", on: "/counters", ["counter": name]).status == 303)
      #expect(try await ada.get("\(path)/history?by=day").status == 200)
      #expect(
        try await ada.press("share", on: "\(path)/members", ["username": "bea"]).status == 303)
      let shared = path.replacing("/counters/", with: "/shared/ada/")
      #expect(try await bea.press("add", on: shared)["location"] == shared, "\(name)")
      #expect(try await bea.press("add", on: "/counters", ["counter": "ada/\(name)"]).status == 303)
      #expect(try await server.tally.run(["show", "--", name]).output == "2\n", "\(name)")
      #expect(try await ada.press("delete", on: path, ["name": name])["location"] == "/counters")
      #expect(try await bea.get(shared).status == 404)
    }
  }

  @Test func `a counter that is not shared is missing, word for word`() async throws {
    let tally = try await TallyProgram.ofAdaAndBea()
    for words in [["new", "secret"], ["up", "secret"]] { _ = try await tally.run(words) }
    let server = try await ServerProcess(for: tally)
    let bea = Browser(server, try tally.cookie(of: "bea"))
    let form = try await bea.form("add", on: "/counters/main")
    let ada = Browser(server, try tally.cookie())
    let seen = try await ada.get("/counters/secret").body
    let secret = try #require(seen.firstMatch(of: /data-counter="([0-9]+)"/)?.1)
    for (owner, missing) in [("ada", "absent"), ("nobody", "secret"), ("ada", "SECRET1")] {
      for ending in ["", "/history", "/members"] {
        let there = try await bea.get("/shared/ada/secret\(ending)")
        let absent = try await bea.get("/shared/\(owner)/\(missing)\(ending)")
        #expect((there.status, absent.status) == (404, 404))
        #expect(
          Self.plain(there.body, "ada", "secret") == Self.plain(absent.body, owner, missing))
        var sent: [Reply] = []
        for (url, counter) in [
          ("/shared/ada/secret\(ending)", secret), ("/shared/\(owner)/\(missing)\(ending)", "999"),
        ] {
          // The form of a page that bea might have had, when the counter was shared.
          let body = form.body.replacing(/(for=[^&]*%2E)[0-9]+(?=&|$)/) { "\($0.1)\(counter)" }
          #expect(body != form.body)
          sent.append(try await bea.send(HTTPText("POST", url, body: body)))
        }
        #expect(sent.allSatisfy { $0.status == 404 })
        #expect(
          Self.plain(sent[0].body, "ada", "secret") == Self.plain(sent[1].body, owner, missing))
      }
    }
    #expect(try await tally.count("secret") == "1\n")
  }

  /// A document without what was asked for and what is random.
  private static func plain(_ html: String, _ owner: String, _ name: String) -> String {
    html.replacing("\(owner)/\(name)", with: "X")
      .replacing(/name="(id|for)" value="[0-9a-f.-]*"|data-now="[0-9]*"/, with: "")
  }
}
