import CSQLite
import Doubles
import Foundation
import Programs
import Testing

@testable import Server

/// What the server answers to people with the link of an invitation, and to guests.
@Suite(.limited) struct InvitationTests {
  private func serve() async throws -> ServerProcess {
    try await ServerProcess(for: try await TallyProgram.ofAda())
  }

  /// The path of a new invitation's link to ada's counter.
  private func invite(_ server: ServerProcess, _ options: [String] = []) async throws -> String {
    let run = try await server.tally.run(
      ["invite", "main", "--url", "http://127.0.0.1:\(server.port)"] + options)
    let link = try #require(run.output.split(separator: "\n").first, "\(run)")
    return String(try #require(link.firstMatch(of: /\/join\/[0-9a-f]{32}$/)).0)
  }

  /// Opens a link and gives a name; returns the answer to the form.
  private func join(_ browser: Browser, _ link: String, as name: String) async throws -> Reply {
    #expect(try await browser.get(link)["location"] == "/join")
    return try await browser.press("join", on: "/join", ["name": name])
  }

  private func guest(_ server: ServerProcess, _ name: String = "Door 2") async throws -> Browser {
    let browser = Browser(server)
    let reply = try await join(browser, try await invite(server), as: name)
    #expect(reply.status == 303 && reply["location"] == "/shared/ada/main")
    return browser
  }

  /// Taps by a browser, whose account's number is on its pages.
  private func tap(_ browser: Browser, _ ids: [String], age: Int = 0, counter: Int = Number.main)
    async throws -> Reply
  {
    let page = try await browser.get("/shared/ada/main").body
    let account = page.firstMatch(of: /data-account="(\d+)"/).flatMap { Int($0.1) }
    return try await browser.server.tap(
      ids, age: age, account: account ?? 0, counter: counter,
      cookie: "tally=\(browser[cookie: "tally"] ?? "")")
  }

  @Test func `opening a link changes nothing, and its token is in no page, log or file`()
    async throws
  {
    let server = try await serve()
    let link = try await invite(server)
    let token = String(link.suffix(32))
    let browser = Browser(server)
    for _ in 0..<3 {
      let reply = try await browser.get(link)
      #expect(reply.status == 303 && reply["location"] == "/join")
      #expect(reply["cache-control"] == "no-store" && reply["referrer-policy"] == "same-origin")
    }
    #expect(try await server.tally.run(["invitations", "main"]).output.contains("0 of 20 came"))
    let page = try await browser.get("/join")
    #expect(page.status == 200 && !page.body.contains(token))
    let reply = try await browser.press("join", on: "/join", ["name": "Door 2"])
    #expect(browser[cookie: "tally-invitation"] == nil)
    #expect(try await browser.get("/join")["location"] == "/shared/ada/main")
    let counter = try await browser.follow(reply)
    #expect(counter.status == 200 && !counter.body.contains(token))
    #expect(try await server.end(by: SIGTERM) == 0)
    let files = try #require(FileManager.default.enumerator(atPath: server.tally.home))
    for case let name as String in files {
      let content = FileManager.default.contents(atPath: server.tally.file(name)) ?? Data()
      #expect(content.range(of: Data(token.utf8)) == nil, "\(name)")
    }
  }

  @Test func `unknown, cut, doubled and ended links are answered alike`() async throws {
    let server = try await serve()
    let link = try await invite(server)
    _ = try await server.tally.run(["uninvite", "main"])
    let unknown = "/join/" + String(repeating: "0", count: 32)
    var answers: Set<String> = []
    for path in [link, unknown, String(link.dropLast()), link + link, "/join/", "/join/%C3%A9"] {
      let browser = Browser(server)
      #expect(try await browser.get(path).status == 303, "\(path)")
      let page = try await browser.get("/join")
      #expect(page.status == 404)
      answers.insert(page.body)
    }
    #expect(answers.count == 1)
    #expect(answers.first?.contains("This invitation has ended") == true)
    #expect(try await Browser(server).send(HTTPText("POST", link)).status == 405)
  }

  @Test func `no more guests join than there are places, also at the same time`() async throws {
    let server = try await serve()
    let link = try await invite(server, ["--people", "5"])
    var forms: [(browser: Browser, form: HTTPText)] = []
    for number in 0..<12 {
      let browser = Browser(server)
      _ = try await browser.get(link)
      let form = try await browser.form("join", on: "/join", ["name": "Door \(number)"])
      forms.append((browser, form))
    }
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for (browser, form) in forms { group.addTask { try await browser.send(form).status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 303 }.count == 5, "\(statuses)")
    #expect(statuses.filter { $0 == 404 }.count == 7, "\(statuses)")
    #expect(try await server.tally.run(["invitations", "main"]).output.contains("5 of 5 came"))
  }

  @Test func `forty people join while eight count, and nobody waits for them`() async throws {
    let server = try await serve()
    let link = try await invite(server, ["--people", "40"])
    let cookie = try server.tally.cookie()
    let begin = ContinuousClock.now
    let (times, joining) = try await withThrowingTaskGroup(of: [Duration].self) { group in
      for phone in 0..<8 {
        group.addTask {
          try await (0..<100).asyncMap { number in
            let begin = ContinuousClock.now
            let reply = try await server.tap(["tap\(phone)-\(number)"], cookie: cookie)
            #expect(reply.status == 200)
            return .now - begin
          }
        }
      }
      for twenty in [1...20, 21...40] {
        group.addTask {
          for number in twenty {
            let reply = try await join(Browser(server), link, as: "Door \(number)")
            #expect(reply.status == 303 && reply["location"] == "/shared/ada/main")
          }
          return []
        }
      }
      let times: [Duration] = try await group.reduce(into: []) { $0 += $1 }
      return (times.sorted(), .now - begin)
    }
    let late = times[times.count * 99 / 100]
    print("While 40 joined, 99 % of \(times.count) taps took \(late) at most; all took \(joining)")
    #expect(!SecurityScale.isFull || (joining < .seconds(10) && late < .milliseconds(100)))
    #expect(try await server.tally.run(["show", "main"]).output == "800\n")
    #expect(try await server.tally.run(["members", "main"]).output.count { $0 == "\n" } == 41)
    #expect(try await server.tally.run(["invitations", "main"]).output.contains("40 of 40 came"))
  }

  @Test func `a guest reaches one counter, and everything else is not there`() async throws {
    let server = try await serve()
    _ = try await server.tally.run(["new", "secret"])
    let browser = try await guest(server)
    let missing = try await browser.get("/nothing")
    for path in ["/counters", "/account", "/counters?search=s"] {
      let reply = try await browser.get(path)
      #expect(reply.status == 404, "\(path)")
      #expect(!reply.body.contains("secret"), "\(path)")
    }
    #expect(try await browser.get("/counters").body == missing.body)
    let id = String(repeating: "7", count: 32)
    for (path, deed) in [("/counters", "new"), ("/account", "log out"), ("/account", "delete")] {
      let form = HTTPText(
        "POST", path, body: "id=\(id)&do=\(deed)&name=mine".replacing(" ", with: "+"))
      #expect(try await browser.send(form).status == 404, "\(path) \(deed)")
    }
    #expect(try await tap(browser, ["a"], counter: 2).status == 404)
    let cookie = "tally=\(browser[cookie: "tally"] ?? "")"
    for counter in [2, 77] {
      let reply = try await server.get("/events?counter=\(counter)", ["Cookie": cookie])
      #expect(reply.status == 404)
    }
    for deed in ["rename", "reset", "delete"] {
      let page = try await browser.get("/shared/ada/main").body
      #expect(HTTPText(form: deed, in: page, [:]) == nil)
    }
    #expect(try await browser.get("/")["location"] == "/shared/ada/main")
  }

  @Test func `a removed guest's taps and stream end at once`() async throws {
    let server = try await serve()
    let browser = try await guest(server)
    #expect(try await tap(browser, ["a", "b"]).status == 200)
    let cookie = "tally=\(browser[cookie: "tally"] ?? "")"
    let stream = try await server.stream(cookie: cookie)
    #expect(try await stream.nextCount() == 2)
    let run = try await server.tally.run(["unshare", "main", "with", "door 2 (GUEST)"])
    #expect(run.output == "Door 2 (guest) can no longer see main\n")
    #expect(run.errors.contains("can still join"))
    #expect(try await stream.nextState() == nil)
    // The phone hears that they never will count, and which have.
    let late = try await server.tap(["b", "c"], account: 2, cookie: cookie)
    #expect(late.body.contains(#"{"id":"b","status":"counted"}"#))
    #expect(late.body.contains(#"{"id":"c","status":"refused""#))
    #expect(try await browser.get("/").body.contains("You are not a guest here any more"))
    let link = try await invite(server)
    #expect(try await browser.get(link).status == 303)
    #expect(try await browser.get("/join").status == 404)
    #expect(try await server.tally.run(["show", "main"]).output == "2\n")
    #expect(try await server.tally.run(["history", "main"]).output.contains("by Door 2 (guest)"))
  }

  @Test func `after its end nobody joins, and only taps of before it count`() async throws {
    let server = try await serve()
    let link = try await invite(server)
    let browser = Browser(server)
    _ = try await join(browser, link, as: "Door 2")
    try server.tally.setBackInvitations(byHours: 13)
    #expect(try await Browser(server).open(link).status == 404)
    let late = try await tap(browser, ["late"])
    #expect(late.status == 200)
    #expect(late.body.contains(#""status":"refused","reason":"This invitation has ended""#))
    let early = try await tap(browser, ["early"], age: 2 * 60 * 60 * 1_000)
    #expect(early.body.contains(#""status":"counted""#))
    try server.tally.setBackInvitations(byHours: 24)
    let tooLate = try await tap(browser, ["too late"], age: 30 * 60 * 60 * 1_000)
    #expect(tooLate.body.contains(#""status":"refused""#))
    // Whatever link of before the guest opens, it leads to the counter; a new one lets the guest count again.
    #expect(try await browser.open(link).body.contains("data-account"))
    let next = try await invite(server)
    #expect(try await browser.get(next).status == 303)
    #expect(try await browser.get("/join").body.contains(#"value="Door 2""#))
    let reply = try await browser.press("join", on: "/join", ["name": "Door 2"])
    #expect(reply.status == 303 && reply["location"] == "/shared/ada/main")
    #expect(try await tap(browser, ["again"]).body.contains(#""status":"counted""#))
    #expect(try await browser.get(next).status == 303)
    #expect(try await browser.get("/join")["location"] == "/shared/ada/main")
    #expect(try await server.tally.run(["invitations", "main"]).output.contains("1 of 20 came"))
    #expect(try await server.tally.run(["show", "main"]).output == "2\n")
  }

  @Test func `invite finds the server that runs, and no other`() async throws {
    let tally = try await TallyProgram.ofAda()
    let none = try await tally.run(["invite", "main"])
    #expect(none.status == 1 && none.errors.contains("No server runs for this store"))
    let server = try await ServerProcess(for: tally)
    let local = try await tally.run(["invite", "main"])
    #expect(local.status == 1)
    #expect(local.errors.contains("Phones cannot reach http://127.0.0.1:\(server.port)"))
    let proxied = try await ServerProcess(
      for: tally, ["--behind-proxy", "127.0.0.1", "--host", "counts.example.org"])
    // Whichever started first, phones reach this one.
    let reached = try await tally.run(["invite", "main"])
    #expect(reached.output.hasPrefix("https://counts.example.org/join/"), "\(reached)")
    #expect(try await proxied.end(by: SIGTERM) == 0)
    #expect(try await tally.run(["invite", "main"]).errors == local.errors)
    _ = try await server.end(by: SIGKILL)
    #expect(try await tally.run(["invite", "main"]).errors == none.errors)
  }
}

extension TallyProgram {
  /// Makes the store remember invitations as made some hours earlier than they were.
  fileprivate func setBackInvitations(byHours hours: Int) throws {
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    try #require(sqlite3_open(file("data/tally/tally.db"), &connection) == SQLITE_OK)
    sqlite3_busy_timeout(connection, 10_000)
    let milliseconds = hours * 60 * 60 * 1_000
    let sql = """
      UPDATE invitations SET ends_at = ends_at - \(milliseconds);
      UPDATE members SET counts_until = counts_until - \(milliseconds);
      UPDATE users SET created_at = created_at - \(milliseconds)
      """
    try #require(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
  }
}
