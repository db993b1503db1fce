import Programs
import Testing

/// What happens to pages that are open while something ends elsewhere.
@Suite(.limited) struct InterruptionTests {
  @Test func `a counter that is deleted while it is open is gone from its page, stream and taps`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    // Without a target, the unused counter would not be listed beside another.
    _ = try await server.tally.run(["target", "main", "9"])
    _ = try await server.tally.run(["new", "tea"])
    let browser = Browser(server, cookie)
    let forms = [
      try await browser.form("add", on: "/counters/main"),
      try await browser.form("rename", on: "/counters/main", ["name": "x"]),
      try await browser.form("share", on: "/counters/main/members", ["username": "ada"]),
    ]
    let row = try await browser.form("add", on: "/counters", ["counter": "main"])
    let stream = try await server.stream(cookie: cookie)
    #expect(try await stream.nextCount() == 0)
    _ = try await server.tally.run(["delete", "main", "--yes"])
    #expect(try await stream.nextCount() == nil)
    for form in forms {
      let reply = try await browser.send(form)
      #expect(reply.status == 404)
      #expect(reply.body.contains("There is no counter named main"), "\(reply.body)")
    }
    #expect(try await browser.send(row).status == 422)
    #expect(try await browser.get("/counters/main").status == 404)
    #expect(try await server.tap(["tap"], cookie: cookie).status == 404)
    // A new counter of the same name is another one: old taps do not count there.
    _ = try await server.tally.run(["new", "main"])
    #expect(try await server.tap(["tap"], cookie: cookie).status == 404)
    #expect(try await server.tally.count() == "0\n")
  }

  @Test
  func `a session that is revoked ends its pages at once, and its queue counts after a login`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let old = try server.tally.cookie()
    let phone = Browser(server, old)
    let form = try await phone.form("add", on: "/counters/main")
    #expect(try await server.tap(["1", "2"], cookie: old).status == 200)
    _ = try await server.tally.run(["logout", "--everywhere"])
    let refused = try await server.tap(["2", "3"], cookie: old)
    #expect(refused.status == 401)
    #expect(refused.body == #"{"reason":"You are not logged in"}"#)
    let reply = try await phone.send(form)
    #expect(reply.status == 303 && reply["location"] == "/?next=%2Fcounters%2Fmain")
    #expect(try await phone.follow(reply).body.contains("You are not logged in"))
    try await phone.press(
      "log in", on: "/login", ["username": "ada", "password": TallyProgram.password])
    let new = "tally=\(try #require(phone[cookie: "tally"]))"
    let counted = try await server.tap(["1", "2", "3"], cookie: new)
    #expect(counted.status == 200)
    #expect(counted.body.contains(#""count":3"#))
  }

  @Test func `a change of password ends the other sessions, and their streams`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let stream = try await server.stream(cookie: try server.tally.cookie())
    #expect(try await stream.nextCount() == 0)
    let browser = Browser(server)
    try await browser.press(
      "log in", on: "/login", ["username": "ada", "password": TallyProgram.password])
    let changed = try await browser.press(
      "password", on: "/account",
      [
        "password": TallyProgram.password, "new-password": "another long one 2",
        "repetition": "another long one 2",
      ])
    #expect(changed.status == 303, "\(changed.body)")
    #expect(try await stream.nextCount() == nil)
    #expect(try await browser.get("/account").status == 200)
    #expect(try await server.tally.run(["whoami"]).status == 77)
  }

  @Test func `two changes at one moment that end at the same count are a newer version`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    let stream = try await server.stream(cookie: cookie)
    #expect(try await stream.nextCount() == 0)
    let taps = #"{"id":"a","amount":1,"age":0},{"id":"b","amount":-1,"age":0}"#
    let reply = try await server.post(
      "/taps", #"{"account":1,"counter":1,"taps":[\#(taps)]}"#,
      ["Content-Type": "application/json", "Cookie": cookie])
    #expect(reply.body.contains(#""state":{"version":2,"count":0,"#), "\(reply.body)")
    var version: Int?
    while version != 2, let line = try await stream.line() {
      version = line.firstMatch(of: /"version":(\d+)/).flatMap { Int($0.1) } ?? version
    }
    #expect(version == 2)
  }

  @Test func `a page has what its stream sends, in the browser's zone and the person's words`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAdaAndBea())
    let (ada, bea) = (try server.tally.cookie(), try server.tally.cookie(of: "bea"))
    _ = try await server.tally.run(["share", "main", "with", "bea", "--view"])
    _ = try await server.tally.run(["up", "main", "5"])
    for (cookie, path, word) in [
      (ada, "/counters/main", "last change"), (bea, "/shared/ada/main", "last by <bdi>ada</bdi>"),
    ] {
      for zone in ["Asia%2FKolkata", "UTC"] {
        let cookies = "\(cookie); zone=\(zone)"
        let page = try await server.get(path, ["Cookie": cookies])
        let live = try #require(
          page.body.firstMatch(of: /<div id="live"[^>]*>\n([\s\S]*?)<\/div>\n<p id="status"/))
        let stream = try await server.stream(cookie: cookies)
        var html: Substring?
        while html == nil, let line = try await stream.line() {
          if let match = line.firstMatch(of: /"html":"(.*)"}$/) { html = match.1 }
        }
        let sent = String(html ?? "").replacing(#"\u000a"#, with: "\n").replacing(
          #"\""#, with: "\"")
        // The script names one's own part itself.
        let named = String(live.1).replacing(" class=\"mine\"", with: "")
          .replacing("<span>mine</span>", with: "<span><bdi>ada</bdi></span>")
        #expect(sent == named, "\(word) \(zone)")
        #expect(sent.contains(word), "\(sent)")
      }
    }
  }
}
