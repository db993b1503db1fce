import Domain
import Doubles
import Presentation
import Testing

@testable import PageToolkit

/// What a request is answered with.
@MainActor
@Suite(.limited) struct PageSiteTests {
  private let on = PageWorld()

  @Test func `a form leads on with 303, and the notice is said once, on the next page`()
    async throws
  {
    let session = try await on.logIn()
    let response = await on.post("/counters/main", ["do": "rename", "name": "tea"])
    #expect(response.status == 303 && response.location == "/counters/tea")
    #expect(response.html == "" && response.session == .kept)
    let targeted = await on.post("/counters/tea", ["do": "target", "target": "120"])
    #expect(targeted.status == 303 && targeted.notice != nil)
    let shown = await on.get("/counters/tea")
    #expect(shown.status == 200 && shown.notice == nil)
    #expect(shown.html.contains("tea has the target 120</p>"))
    #expect(await !on.get("/counters/tea").html.contains("has the target"))
    #expect(try await on.world.openCounter(in: session).target == 120)
  }

  @Test(arguments: [(59, true), (60, false)])
  func `a notice is kept for a minute`(seconds: Int64, isShown: Bool) async throws {
    try await on.logIn()
    _ = await on.post("/counters/main", ["do": "target", "target": "120"])
    on.world.clock.advance(seconds: seconds)
    #expect(await on.get("/counters/main").html.contains("has the target") == isShown)
  }

  @Test func `a notice is for the account that caused it`() async throws {
    try await on.logIn("bea")
    let notice = await on.post("/counters/main", ["do": "target", "target": "7"]).notice
    try await on.logIn("ada")
    on.notice = notice
    #expect(await !on.get("/counters/main").html.contains("has the target"))
  }

  @Test func `a refused form is shown again with 422, what was typed and why`() async throws {
    try await on.logIn()
    let response = await on.post("/counters", ["do": "new", "name": "a/b"])
    #expect(response.status == 422 && response.location == nil)
    #expect(response.html.contains("A counter&#39;s name has no slash"))
    #expect(response.html.contains("value=\"a/b\""))
    let wrong = await on.post("/counters/main", ["do": "set", "count": "x"])
    #expect(wrong.status == 422 && wrong.html.contains("Not a number: x"))
  }

  @Test func `logging in begins a session, and logging out ends it`() async throws {
    _ = try await on.world.signedUp("ada")
    let refused = await on.post(
      "/login", ["do": "log in", "username": "ada", "password": "wrong password"])
    #expect(refused.status == 422 && refused.session == .kept)
    #expect(!refused.html.contains("wrong password"))
    let response = await on.post(
      "/login", ["do": "log in", "username": "ada", "password": TestWorld.password])
    #expect(response.status == 303 && response.location == "/counters/main")
    guard case .begins = response.session else { return #expect(Bool(false)) }
    #expect(await on.get("/counters/main").html.contains("Logged in as ada"))
    #expect(await on.get("/login").location == "/counters")
    let out = await on.post("/account", ["do": "log out"])
    #expect(out.location == "/" && out.session == .ends)
    #expect(await on.get("/").html.contains("Logged out"))
  }

  @Test func `a session that has ended leads to Welcome, which says so, and loses its cookie`()
    async throws
  {
    let session = try await on.logIn()
    try await on.world.useCases.logOut(session)
    let response = await on.post("/counters/main", ["do": "add"])
    #expect(response.status == 303 && response.session == .ends)
    #expect(response.location == "/?next=%2Fcounters%2Fmain")
    #expect(await on.get("/").html.contains("You are not logged in"))
  }

  @Test func `a page that was asked for is shown after logging in, or at once`() async throws {
    try await on.logIn()
    let token = on.token
    on.token = nil
    let asked = "/counters/main/history?by=week"
    let start = try #require(await on.get(asked).location)
    #expect(start == "/?next=%2Fcounters%2Fmain%2Fhistory%3Fby%3Dweek")
    let login = start.replacing("/?", with: "/login?")
    for link in [login, login.replacing("login", with: "signup")] {
      #expect(await on.get(start).html.contains("href=\"\(link)\""))
    }
    #expect(await on.get(login).html.contains("action=\"\(login)\""))
    let refused = await on.post(
      login, ["do": "log in", "username": "ada", "password": "wrong password"])
    #expect(refused.html.contains("action=\"\(login)\""))
    let response = await on.post(
      login, ["do": "log in", "username": "ada", "password": TestWorld.password])
    #expect(response.status == 303 && response.location == asked)
    on.token = token
    #expect(await on.get(login).location == asked)
    #expect(await on.post("/account", ["do": "log out"]).location == "/")
  }

  @Test(arguments: [
    "https://example.org/", "//example.org/counters", "/\\example.org", "/login", "/?next=/account",
    "/nothing", "counters", "/counters/main\r\nX: y", "javascript:alert(1)", "/counters//main", "",
  ])
  func `nothing but a page of Tally's own is shown after logging in`(next: String) async throws {
    try await on.logIn()
    on.token = nil
    let login = "/login?next=\(PercentCoding.encoded(next))"
    #expect(await on.get(login).html.contains("action=\"/login\""))
    let response = await on.post(
      login, ["do": "log in", "username": "ada", "password": TestWorld.password])
    #expect(response.location == "/counters/main")
  }

  @Test func `somebody else's counter is as unknown as none`() async throws {
    let bea = try await on.world.signedUp("bea")
    _ = try await on.world.useCases.createCounter(named: "secret", in: bea)
    try await on.logIn()
    for ending in ["", "/history", "/members"] {
      let others = await on.get("/shared/bea/secret\(ending)")
      let missing = await on.get("/shared/bea/nosuch\(ending)")
      #expect(others.status == 404 && missing.status == 404)
      #expect(
        PageWorld.withoutIDs(others.html).replacing("secret", with: "nosuch")
          == PageWorld.withoutIDs(missing.html))
      let form = await on.post("/shared/bea/secret\(ending)", ["do": "add"])
      #expect(form.status == 404)
    }
    let opened = await on.post("/counters", ["do": "add", "counter": "bea/secret"])
    #expect(opened.status == 422 && opened.html.contains("There is no counter named bea/secret"))
  }

  @Test(arguments: ["/nothing", "/counters/main/x", "/counters/%FF", "/assets/tally.css"])
  func `an address without a page is 404`(url: String) async throws {
    try await on.logIn()
    #expect(await on.get(url).status == 404)
    #expect(await on.post(url, ["do": "add"]).status == 404)
  }

  @Test(arguments: [
    "do=add", "do=add&x=1", "do=add&do=add", "do=nonsense", "do=rename", "%", "do=add&id=1",
  ])
  func `a form that the page does not have is 400, and changes nothing`(form: String) async throws {
    let session = try await on.logIn()
    let id = form == "do=add" || form.contains("id=") ? "" : "&id=\(FormID().text)"
    let subject = try #require(await on.subject(of: "/counters/main"))
    let response = await on.ask(.post, "/counters/main", "\(form)&for=\(subject)\(id)")
    #expect(response.status == 400)
    #expect(try await on.world.openCounter(in: session).changedAt == nil)
  }

  @Test func `a note is sent with a number, stays when it is refused, and is in the history`()
    async throws
  {
    _ = try await on.logIn()
    let long = String(repeating: "x", count: 201)
    let refused = await on.post("/counters/main", ["do": "add N", "amount": "5", "note": long])
    #expect(refused.status == 422 && refused.html.contains("A note has at most 200 characters"))
    #expect(refused.html.contains("name=\"note\" value=\"\(long)\""))
    let note = "<b>bus 12</b>"
    _ = await on.post("/counters/main", ["do": "add N", "amount": "5", "note": note])
    let history = await on.get("/counters/main/history")
    let cell = "<td>+5 <small><bdi>&lt;b&gt;bus 12&lt;/b&gt;</bdi></small></td>"
    #expect(history.html.contains(cell))
  }

  @Test func `asking before a deletion changes nothing and says who loses what`() async throws {
    let session = try await on.logIn()
    _ = try await on.world.signedUp("bea")
    let main = try await on.world.openCounter(in: session)
    _ = try await on.world.useCases.shareCounter(main, with: "bea", as: .views, in: session)
    let asked = await on.post("/counters/main", ["do": "delete"])
    let loss = "This deletes main and its history. 1 member loses it too"
    #expect(asked.status == 200 && asked.html.contains(loss))
    #expect(asked.html.contains("Counter&#39;s name, to delete it"))
    let wrong = await on.post("/counters/main", ["do": "delete", "name": "tea"])
    #expect(wrong.status == 422)
    let account = await on.post("/account", ["do": "delete account"])
    #expect(account.status == 200 && account.html.contains("bea loses the counters"))
    let deleted = await on.post("/counters/main", ["do": "delete", "name": "main"])
    #expect(deleted.location == "/counters")
  }

  @Test func `where people cannot make accounts, there is neither a link nor a form`() async {
    let closed = PageWorld(allowsSignUp: false)
    #expect(await !closed.get("/").html.contains("/signup"))
    #expect(await closed.get("/signup").status == 404)
    let form: KeyValuePairs = [
      "do": "sign up", "username": "eve", "password": TestWorld.password,
      "repetition": TestWorld.password,
    ]
    #expect(await closed.post("/signup", form).status == 404)
    #expect(await on.post("/signup", form).status == 303)
  }

  @Test func `a store that is busy is 503, and the session stays`() async throws {
    try await on.logIn()
    on.world.store.fail(with: .store(.busy(cause: "locked")))
    let response = await on.get("/counters/main")
    #expect(response.status == 503 && response.session == .kept && response.retryAfter == 1)
    #expect(response.html.contains("The store is busy. Try again"))
  }

  @Test func `times are the server's unless the browser says its zone`() async throws {
    try await on.logIn()
    let words = ("\(PageWords.serverTime)" as HTML).text
    #expect(await on.get("/counters").html.contains(words))
    let response = await on.site.respond(
      to: PageRequest(path: "/counters", token: on.token, calendar: FixedCalendar()))
    #expect(!response.html.contains(words))
  }

  @Test func `GET opens no counter`() async throws {
    let session = try await on.logIn()
    _ = try await on.world.useCases.createCounter(named: "tea", in: session)
    for url in ["/counters/main", "/counters", "/account", "/counters/main/members", "/"] {
      _ = await on.get(url)
    }
    #expect(try await on.world.openCounter(in: session).name.text == "tea")
  }
}

@Suite(.limited) struct PageAssetsTests {
  @Test func `every file that a page names is a part of the program`() throws {
    let shell = String(
      decoding: try #require(PageAssets.asset(at: "/assets/shell.html")).bytes, as: UTF8.self)
    let paths = shell.matches(of: /(?:href|src)="(\/[^"]+\.[^"]+)"/).map { String($0.1) }
    #expect(paths.count > 2)
    let script = String(
      decoding: try #require(PageAssets.asset(at: "/assets/tally.js")).bytes, as: UTF8.self)
    let imports = script.matches(of: /"\.(\/[a-z]+\.js)"/).map { "/assets\($0.1)" }
    #expect(imports.count == 5)
    for path in paths + imports + ["/worker.js", "/assets/icon-512.png"] {
      let asset = try #require(PageAssets.asset(at: path), "\(path)")
      #expect(!asset.bytes.isEmpty && asset.contentType.contains("/"))
    }
    #expect(PageAssets.asset(at: "/assets/../Package.swift") == nil)
  }

  @Test func `scripts and styles are sent without comments and indentation`() throws {
    for path in ["/worker.js", "/assets/hand.js", "/assets/tally.js", "/assets/tally.css"] {
      let bytes = try #require(PageAssets.asset(at: path)).bytes
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      #expect(lines.count > 20)
      #expect(!lines.contains { $0.hasPrefix(" ") || $0.hasPrefix("/*") || $0.hasPrefix("//") })
    }
    let script = try #require(PageAssets.asset(at: "/assets/hand.js")).bytes
    #expect(
      String(decoding: script, as: UTF8.self).hasSuffix(
        "giveUp, newID, owner, save, forget, signal };\n}\n"))
  }
}
