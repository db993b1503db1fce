import Foundation
import Programs
import Testing

/// What a browser gets: pages, cookies, and the files that pages need.
@Suite(.limited) struct PageTests {
  @Test func `every scene has a page, and HEAD its head alone, and neither writes anything`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let store = URL(fileURLWithPath: server.tally.file("data/tally/tally.db"))
    let before = try Data(contentsOf: store)
    let (stranger, ada) = (Browser(server), Browser(server, try server.tally.cookie()))
    for (browser, path, title) in [
      (stranger, "/", "Tally"), (stranger, "/login", "Log in - Tally"),
      (stranger, "/signup", "Sign up - Tally"), (ada, "/counters", "Counters - Tally"),
      (ada, "/counters/main", "main - Tally"),
      (ada, "/counters/main/history?by=week&newest=40", "History of main - Tally"),
      (ada, "/counters/main/members", "Members of main - Tally"), (ada, "/account", "ada - Tally"),
    ] {
      let reply = try await browser.get(path)
      #expect(reply.status == 200, "\(path)")
      #expect(reply.body.contains("<title>\(title)</title>"), "\(path)")
      let head = try await browser.send(HTTPText("HEAD", path))
      #expect(head.status == 200 && head.body.isEmpty, "\(path)")
    }
    for path in ["/counters", "/counters/main", "/account"] {
      let reply = try await stranger.get(path)
      let next = path.replacing("/", with: "%2F")
      #expect(reply.status == 303 && reply["location"] == "/?next=\(next)", "\(path)")
    }
    #expect(try await ada.get("/login")["location"] == "/counters")
    for path in ["/nothing", "/counters/main/x", "/counters/%FF", "//", "/counters/"] {
      #expect(try await ada.get(path).status == 404, "\(path)")
    }
    #expect(try Data(contentsOf: store) == before, "something was written")
    _ = try await server.tap(["tap"], cookie: try server.tally.cookie())
    #expect(try Data(contentsOf: store) != before)
  }

  @Test func `the session's cookie is new at each login, and no script can read it`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let browser = Browser(server)
    // A token that somebody else put there is not kept.
    browser[cookie: "tally"] = String(repeating: "a", count: 64)
    var tokens: Set<String> = []
    for _ in 1...2 {
      let reply = try await browser.press(
        "log in", on: "/login", ["username": "ada", "password": TallyProgram.password])
      let line = try #require(reply["set-cookie"]?.split(separator: "\n").first.map(String.init))
      #expect(
        line.wholeMatch(
          of: /tally=[0-9a-f]{64}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax/) != nil,
        "\(line)")
      let token = try #require(browser[cookie: "tally"])
      tokens.insert(token)
      let page = try await browser.follow(reply)
      #expect(page.body.contains("Logged in as ada"))
      #expect(!page.body.contains(token) && reply["location"]?.contains(token) == false)
      let out = try await browser.press("log out", on: "/account")
      #expect(
        out["set-cookie"]?.contains("tally=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax") == true)
      #expect(browser[cookie: "tally"] == nil)
      #expect(try await server.get("/account", ["Cookie": "tally=\(token)"]).status == 303)
    }
    #expect(tokens.count == 2)
  }

  @Test func `what there is to say is said once, and its cookie is a number`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAdaAndBea())
    let browser = Browser(server, try server.tally.cookie())
    let reply = try await browser.press("target", on: "/counters/main", ["target": "12"])
    let number = try #require(browser[cookie: "tally-notice"])
    #expect(UInt64(number) != nil)
    #expect(reply["set-cookie"]?.contains("Max-Age=60; HttpOnly; SameSite=Lax") == true)
    // Neither another account nor somebody who asks for the head alone takes it away.
    let bea = Browser(server, try server.tally.cookie(of: "bea"))
    bea[cookie: "tally-notice"] = number
    #expect(try await !bea.get("/counters/main").body.contains("has the target"))
    _ = try await browser.send(HTTPText("HEAD", "/counters/main"))
    #expect(try await browser.get("/counters/main").body.contains("main has the target 12"))
    #expect(browser[cookie: "tally-notice"] == nil)
    browser[cookie: "tally-notice"] = number
    #expect(try await !browser.get("/counters/main").body.contains("has the target"))
  }

  @Test(arguments: [
    ("Asia%2FKolkata", "05:30"), ("Asia%2FKathmandu", "05:45"), ("UTC", "00:00"),
    ("Mars", nil), ("%FF", nil), ("..%2F..%2Fetc%2Fpasswd", nil), (nil, nil),
  ])
  func `times are in the zone that the browser names, or else in the server's, which is said`(
    zone: String?, time: String?
  ) async throws {
    let tally = try await TallyProgram.ofAda()
    _ = try await tally.run(["up", "main", "--at", "2026-01-01T00:00:00Z"])
    let server = try await ServerProcess(for: tally)
    let browser = Browser(server, try tally.cookie())
    browser[cookie: "zone"] = zone
    let page = try await browser.get("/counters/main/history")
    #expect(page.body.contains("2026-01-01 \(time ?? "00:00")"), "\(page.body)")
    #expect(page.body.contains("the server&#39;s time zone") == (time == nil))
  }

  @Test func `files that pages need are public, and sent again only if they changed`() async throws
  {
    let server = try await ServerProcess(for: try TallyProgram())
    for (path, type) in [
      ("/assets/tally.css", "text/css; charset=utf-8"),
      ("/assets/tally.js", "text/javascript; charset=utf-8"),
      ("/assets/queue.js", "text/javascript; charset=utf-8"),
      ("/assets/store.js", "text/javascript; charset=utf-8"),
      ("/worker.js", "text/javascript; charset=utf-8"),
      ("/assets/shell.html", "text/html; charset=utf-8"),
      ("/manifest.webmanifest", "application/manifest+json"),
      ("/assets/icon.svg", "image/svg+xml; charset=utf-8"), ("/assets/icon-192.png", "image/png"),
      ("/assets/icon-512.png", "image/png"),
    ] {
      let reply = try await server.get(path)
      #expect(reply.status == 200 && reply["content-type"] == type, "\(path)")
      #expect(reply["cache-control"] == "no-cache", "\(path)")
      #expect(reply["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
      let tag = try #require(reply["etag"])
      for known in [tag, "W/\(tag)", "\"x\", \(tag)"] {
        let again = try await server.get(path, ["If-None-Match": known])
        #expect(again.status == 304 && again.body.isEmpty && again["etag"] == tag, "\(known)")
      }
      #expect(try await server.get(path, ["If-None-Match": "\"x\""]).status == 200)
      #expect(try await server.post(path, "").status == 405)
    }
  }

  @Test(arguments: [
    ([], 200), (["--behind-proxy", "127.0.0.1"], 404),
    (["--behind-proxy", "127.0.0.1", "--allow-sign-up"], 200),
  ])
  func `people on the network sign up only where that is allowed`(
    options: [String], status: Int
  ) async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda(), options)
    #expect(try await server.get("/signup").status == status)
    #expect(try await server.get("/").body.contains("href=\"/signup\"") == (status == 200))
    let id = String(repeating: "0", count: 32)
    let password = HTTPText.encoded(["password": TallyProgram.password])
    let form = "id=\(id)&do=sign+up&username=eve&\(password)&repetition=\(password.dropFirst(9))"
    let scheme = options.isEmpty ? "http" : "https"
    let reply = try await server.post(
      "/signup", form,
      ["Sec-Fetch-Site": nil, "Origin": "\(scheme)://127.0.0.1:\(server.port)"])
    #expect(reply.status == (status == 200 ? 303 : 404))
    #expect((reply["set-cookie"] != nil) == (status == 200))
    if status == 200, scheme == "https" {
      let cookies = reply["set-cookie"]?.split(separator: "\n") ?? []
      for name in ["tally", "tally-device"] {
        let cookie = cookies.first { $0.hasPrefix("__Host-\(name)=") }
        #expect(cookie?.hasSuffix("SameSite=Lax; Secure") == true, "\(cookies)")
      }
    }
  }

  @Test func `a session names the browser and its address, and nothing that the browser made up`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let browser = Browser(server, from: "127.0.0.7")
    var form = try await browser.form(
      "log in", on: "/login", ["username": "ada", "password": TallyProgram.password])
    form.fields["User-Agent"] = "Mozilla/5.0 (Android 15; <script>) Gecko/150.0 Firefox/150.0"
    form.fields["X-Forwarded-For"] = "10.9.8.7"
    #expect(try await browser.send(form).status == 303)
    let page = try await Browser(server, try server.tally.cookie()).get("/account")
    #expect(page.body.contains("<bdi>Firefox on Android at 127.0.0.7</bdi>"), "\(page.body)")
    #expect(!page.body.contains("10.9.8.7"))
  }
}
