import Foundation
import Programs
import Testing

/// What forms do that browsers and people send more than once, or not as the page has them.
@Suite(.limited) struct FormTests {
  /// A form of ada's, what is done before, and how it is seen that it acted once.
  struct Deed: Sendable, CustomTestStringConvertible {
    let button: String
    let path: String
    var fields: [String: String] = [:]
    var before: [String] = []
    let check: String
    let result: String
    var testDescription: String { "\(button) on \(path)" }
  }

  private static let deeds = [
    Deed(button: "add", path: "/counters/main", check: "show main", result: "1"),
    Deed(button: "subtract", path: "/counters/main", check: "show main", result: "-1"),
    Deed(
      button: "add N", path: "/counters/main", fields: ["amount": "5"], check: "show main",
      result: "5"),
    Deed(
      button: "set", path: "/counters/main", fields: ["count": "40"],
      before: ["up main 5"], check: "undo main", result: "5"),
    Deed(
      button: "reset", path: "/counters/main", before: ["up main 5"], check: "undo main",
      result: "5"),
    Deed(
      button: "undo", path: "/counters/main", before: ["up main 5", "up main 3"],
      check: "show main", result: "5"),
    Deed(
      button: "redo", path: "/counters/main",
      before: ["up main 5", "up main 3", "undo main", "undo main"], check: "show main", result: "5"),
    Deed(
      button: "target", path: "/counters/main", fields: ["target": "120"],
      check: "show main --format csv",
      result: "name,count,owner,role,target,at_most,left,per\nmain,0,ada,owner,120,false,120,"),
    Deed(
      button: "rename", path: "/counters/main", fields: ["name": "tea"], check: "show tea",
      result: "0"),
    Deed(
      button: "delete", path: "/counters/main", fields: ["name": "main"], before: ["new tea"],
      check: "show tea", result: "0"),
    Deed(
      button: "add", path: "/counters", fields: ["counter": "main"], check: "show main", result: "1"
    ),
    Deed(
      button: "undo", path: "/counters", fields: ["counter": "main"],
      before: ["up main 5", "up main 3"], check: "show main", result: "5"),
    Deed(button: "new", path: "/counters", fields: ["name": "tea"], check: "show tea", result: "0"),
    Deed(
      button: "share", path: "/counters/main/members", fields: ["username": "bea"],
      check: "members main --format csv",
      result: "name,role,today,change\nada,owner,0,0\nbea,counts,0,0"),
    Deed(
      button: "unshare", path: "/counters/main/members", before: ["share main with bea"],
      check: "members main --format csv", result: "name,role,today,change\nada,owner,0,0"),
  ]

  @Test(arguments: deeds)
  func `a form sent three times, twice at once, acts once, and going back changes nothing`(
    deed: Deed
  ) async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAdaAndBea())
    for words in deed.before {
      try #require(
        try await server.tally.run(words.split(separator: " ").map(String.init)).status == 0)
    }
    let cookie = try server.tally.cookie()
    let browser = Browser(server, cookie)
    var form = try await browser.form(deed.button, on: deed.path, deed.fields)
    form.fields["Cookie"] = cookie
    async let first = server.send(form)
    async let second = server.send(form)
    let replies = [try await first, try await second, try await server.send(form)]
    for reply in replies {
      #expect(reply.status == 303, "\(reply.body)")
      #expect(reply["location"] == replies[0]["location"])
    }
    #expect(try await browser.follow(replies[2]).status == 200)
    #expect([200, 303, 404].contains(try await browser.get(deed.path).status))
    let run = try await server.tally.run(deed.check.split(separator: " ").map(String.init))
    #expect(run.output == "\(deed.result)\n")
  }

  @Test func `a count sent again to a server that was started again counts once`() async throws {
    let tally = try await TallyProgram.ofAda()
    let first = try await ServerProcess(for: tally)
    let form = try await Browser(first, try tally.cookie()).form("add", on: "/counters/main")
    for server in [first, try await ServerProcess(for: tally)] {
      #expect(try await Browser(server, try tally.cookie()).send(form).status == 303)
    }
    #expect(try await tally.count() == "1\n")
  }

  @Test func `signing up twice at once makes one account, and deleting it twice deletes it`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let browser = Browser(server)
    let account = [
      "username": "cora", "password": TallyProgram.password, "repetition": TallyProgram.password,
    ]
    let form = try await browser.form("sign up", on: "/signup", account)
    async let first = server.send(form)
    async let second = server.send(form)
    let replies = [try await first, try await second]
    #expect(replies.allSatisfy { $0.status == 303 && $0["location"] == "/counters/main" })
    #expect(Set(replies.compactMap { $0["set-cookie"]?.firstMatch(of: /tally=\w+/)?.0 }).count == 1)
    // Later, the answer is the same without its token, which is not kept.
    let later = try await server.send(form)
    #expect(later.status == 303 && later["set-cookie"]?.contains("tally=") != true)
    let login = ["username": "cora", "password": TallyProgram.password]
    let loggedIn = try await browser.press("log in", on: "/login", login)
    #expect(try await browser.follow(loggedIn).body.contains("Logged in as cora"))
    let question = try await browser.press("delete account", on: "/account")
    #expect(question.status == 200)
    var deletion = try #require(
      HTTPText(
        form: "delete account", in: question.body, ["password": TallyProgram.password]))
    deletion.fields["Cookie"] = "tally=\(try #require(browser[cookie: "tally"]))"
    for _ in 1...2 {
      let reply = try await server.send(deletion)
      #expect(reply.status == 303 && reply["location"] == "/")
      #expect(reply["set-cookie"]?.contains("tally=; Path=/; Max-Age=0") == true)
    }
    #expect(try await browser.get("/account").status == 303)
    #expect(try await server.tally.run(["whoami"]).output == "ada\n")
  }

  @Test func `unknown, repeated and missing fields are 400, and change nothing`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let browser = Browser(server, try server.tally.cookie())
    let good = try await browser.form("add", on: "/counters/main")
    for (body, what) in [
      (good.body + "&x=1", "unknown"), (good.body + "&do=add", "repeated"),
      (good.body + "&id=\(String(repeating: "0", count: 32))", "two ids"),
      ("do=add", "no id"), ("do=add&id=1", "a short id"), ("", "empty"), ("%", "not encoded"),
      (good.body.replacing("do=add", with: "do=nonsense"), "unknown button"),
      (good.body.replacing("do=add", with: "do=rename"), "without the name"),
      (good.body + "&amount=%FF", "not UTF-8"),
    ] {
      var bad = good
      bad.body = body
      let reply = try await browser.send(bad)
      #expect(reply.status == 400, "\(what)")
      #expect(reply.body.contains("That form is not valid"), "\(what)")
    }
    var json = good
    json.fields["Content-Type"] = "text/plain"
    #expect(try await browser.send(json).status == 415)
    #expect(try await server.tally.count() == "0\n")
    #expect(try await browser.send(good).status == 303)
  }

  @Test
  func `a refused form is shown again with 422, what was typed and why; the log has none of it`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let browser = Browser(server, try server.tally.cookie())
    for (button, path, fields, fact) in [
      ("set", "/counters/main", ["count": "many"], "Not a number: many"),
      ("new", "/counters", ["name": "main"], "There is already a counter named main"),
      ("share", "/counters/main/members", ["username": "zoe"], "There is no account named zoe"),
      ("delete", "/counters/main", ["name": "mine"], "Nothing was deleted"),
      ("day", "/account", ["day-start": "noon"], "Not a time of day: noon. Use a form like 06:00"),
    ] {
      let reply = try await browser.press(button, on: path, fields)
      #expect(reply.status == 422 && reply["location"] == nil, "\(button)")
      #expect(reply.body.contains(fact), "\(reply.body)")
      let again = try #require(HTTPText(form: button, in: reply.body, fields), "\(button)")
      #expect(again.path == path)
      #expect(try await browser.send(again).status == 422)
    }
    #expect(try await server.tally.run(["list", "--format", "csv"]).output.contains("main,0,"))
    #expect(try await server.end(by: SIGTERM) == 0)
    let refused = server.logLines.filter { $0.contains(" 422 ") }
    #expect(refused.count == 10)
    for typed in ["many", "zoe", "mine", "noon"] {
      #expect(!refused.contains { $0.contains(typed) }, "\(refused)")
    }
  }

  @Test func `a form of 4 KiB is read, and a larger one refused before it is`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let browser = Browser(server, try server.tally.cookie())
    var form = try await browser.form("new", on: "/counters")
    for (length, status) in [(4_096, 422), (4_097, 413)] {
      var long = form
      long.body += "&name="
      long.body += String(repeating: "x", count: length - long.body.utf8.count)
      #expect(try await browser.send(long).status == status, "\(length)")
    }
    form.fields["Content-Length"] = "10000000"
    form.fields["Cookie"] = try server.tally.cookie()
    let connection = try await server.connect(sending: form.text(for: "localhost"))
    #expect(try await connection.reply().status == 413)
    #expect(try await server.get("/login").status == 200)
  }

  @Test func `no page of another site can send a form, to log in or sign up neither`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let browser = Browser(server, try server.tally.cookie())
    let stranger = Browser(server)
    for (who, button, path, fields) in [
      (browser, "add", "/counters/main", [:]), (browser, "log out", "/account", [:]),
      (stranger, "log in", "/login", ["username": "ada", "password": TallyProgram.password]),
      (stranger, "sign up", "/signup", ["username": "eve", "password": "x", "repetition": "x"]),
    ] as [(Browser, String, String, [String: String])] {
      let form = try await who.form(button, on: path, fields)
      for fields: [String: String?] in [
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
        ["Sec-Fetch-Site": nil],
        ["Sec-Fetch-Site": nil, "Origin": "https://evil.example"],
      ] {
        var forged = form
        forged.fields = fields
        let reply = try await who.send(forged)
        #expect(reply.status == 403 && reply["set-cookie"] == nil, "\(button) \(fields)")
      }
    }
    #expect(try await server.tally.count() == "0\n")
    #expect(try await browser.get("/account").status == 200)
  }
}
