import Foundation
import Programs
import Testing

/// The program around the server: its start, its log, its end.
@Suite(.limited) struct ProgramTests {
  @Test func `tally serve starts it with its options, and signals reach it`() async throws {
    let server = try await ServerProcess(
      for: try await TallyProgram.ofAda(), program: [TallyProgram.path, "serve"])
    #expect(try await server.get("/healthz").status == 200)
    #expect(try await server.end(by: SIGTERM) == 0)
  }

  @Test
  func
    `a line of the log has method, kind of route, status, time and fact, and nothing of a person`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    _ = try await server.tap(["secret-id"], cookie: cookie)
    _ = try await server.get("/counters/secret-name?x=secret-query", ["Cookie": cookie])
    _ = try await server.send(HTTPText("DELETE", "/secret-path", ["User-Agent": "secret-agent"]))
    _ = try await server.post("/login", "username=secret-user&password=secret-password&do=secret")
    #expect(try await server.end(by: SIGTERM) == 0)
    let lines = server.logLines
    let form = /\d{4}-\d\d-\d\dT[0-9:.]+Z (GET|POST|other) [a-z]+ \d{3} \d+ ms(: .+)?/
    #expect(lines.count == 4)
    for line in lines { #expect(line.wholeMatch(of: form) != nil, "\(line)") }
    #expect(
      lines.map { $0.split(separator: " ")[1...2].joined(separator: " ") } == [
        "POST taps", "GET counter", "other unknown", "POST login",
      ])
    let token = cookie.dropFirst("tally=".count)
    #expect(!lines.contains { $0.contains("secret") || $0.contains(token) })
  }

  @Test func `the log says why a request failed, without what people typed`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let ada = Browser(server, try server.tally.cookie())
    let secret = "secret\u{1B}[2J<b>"
    let coded = HTTPText.encoded(["x": secret]).dropFirst(2)
    _ = try await ada.get("/counters/\(coded)")
    _ = try await ada.get("/nowhere/\(coded)")
    _ = try await ada.press("new", on: "/counters", ["name": "main"])
    _ = try await ada.press("add N", on: "/counters/main", ["amount": secret])
    _ = try await ada.press("share", on: "/counters/main/members", ["username": "secret"])
    _ = try await Browser(server).press(
      "log in", on: "/login", ["username": "secret", "password": "secret words"])
    _ = try await server.get("/", ["Host": "secret.example"])
    _ = try await server.post("/taps", secret, ["Content-Type": "application/json"])
    _ = try await server.tap(["secret"], cookie: nil)
    _ = try await server.send(HTTPText("GET", "/secret HTTP/9.9 "))
    #expect(try await server.end(by: SIGTERM) == 0)
    let reasons = server.logLines.compactMap { line in
      line.firstMatch(of: /\ ([45]\d\d) \d+ ms(: .+)?$/).map { "\($0.1)\($0.2 ?? "")" }
    }
    #expect(
      reasons == [
        "404: There is no such counter", "404: There is no such page",
        "422: There is already a counter with that name", "422: Not a number",
        "422: There is no such account", "422: The provided credentials are not correct",
        "421: This server does not answer to that host", "400: This server cannot read these taps",
        "401: You are not logged in", "400: The request is not valid HTTP",
      ])
    #expect(!server.logLines.contains { $0.contains("secret") })
  }

  @Test func `with --quiet there is no log of requests`() async throws {
    let server = try await ServerProcess(for: try TallyProgram(), ["--quiet"])
    _ = try await server.get("/healthz")
    #expect(try await server.end(by: SIGTERM) == 0)
    #expect(server.logLines.isEmpty)
  }

  @Test func `an address that is taken, and a missing store, are told`() async throws {
    let server = try await ServerProcess(for: try TallyProgram())
    let path = "\(TallyProgram.folder)/tally-serve"
    let environment = server.tally.environment
    let taken = try await TallyProgram.run(
      path, ["--listen", "127.0.0.1:\(server.port)"], input: [], environment: environment)
    #expect(
      taken.errors
        == "tally: Cannot listen on 127.0.0.1:\(server.port): Address already in use. "
        + "Tally serves this store already, at http://127.0.0.1:\(server.port): stop that server, or "
        + "choose another with --listen\n")
    #expect(taken.status == 74)
    let free = try await TallyProgram.ofAda()
    let used = try await TallyProgram.run(
      path, ["--listen", "127.0.0.1:\(server.port)"], input: [], environment: free.environment)
    #expect(used.errors.hasSuffix("Address already in use. Choose another with --listen\n"))
    let missing = try await TallyProgram.run(
      path, ["--store", "/nowhere/x.db"], input: [], environment: environment)
    #expect(missing.errors == "tally: There is no store at /nowhere/x.db\n")
    #expect(missing.status == 66)
    let wrong = try await TallyProgram.run(
      path, ["--listen", "0.0.0.0:0"], input: [], environment: environment)
    #expect(wrong.errors.hasPrefix("tally: Without TLS, passwords would be readable"))
    #expect(wrong.status == 64)
  }

  @Test func `while no change can be saved, /healthz says so, and the log why`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    let stream = try await server.stream(cookie: cookie)
    #expect(try await stream.nextCount() == 0)
    #expect(try await server.get("/healthz").body == "ok\n")
    let (folder, away) = (server.tally.file("data/tally"), server.tally.file("data/away"))
    try FileManager.default.moveItem(atPath: folder, toPath: away)
    let refused = try await server.health(503)
    #expect(refused.body == "Changes cannot be saved\n")
    #expect(refused["retry-after"] == "2")
    #expect(try await server.tap(["tap"], cookie: cookie).status == 503)
    try FileManager.default.moveItem(atPath: away, toPath: folder)
    _ = try await server.health(200)
    #expect(try await server.tap(["tap"], cookie: cookie).status == 200)
    // Asking changes nothing, and wakes nobody.
    #expect(try await stream.nextCount() == 1)
    let export = try await server.tally.run(["export"]).output
    #expect(export.split(separator: "\n").count == 2, "\(export)")
    #expect(try await server.end(by: SIGTERM) == 0)
    let lines = server.logLines.filter { $0.contains(" 503 ") }
    #expect(lines.count >= 2)
    for line in lines {
      let fact = "The store cannot be opened: its folder was moved or removed in the meantime"
      #expect(line.hasSuffix(" ms: \(fact)"), "\(line)")
    }
  }

  @Test(.enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.absence)"))
  func `while PostgreSQL is away, /healthz says so`() async throws {
    let database = PostgreSQLServer(schemas: 1)
    let tally = try TallyProgram(environment: ["TALLY_STORE": try await database.newSchema()])
    let run = try await tally.run(
      ["signup", "ada", "--password-stdin"], input: "\(TallyProgram.password)\n")
    try #require(run.status == 0, "\(run.errors)")
    let server = try await ServerProcess(for: tally)
    #expect(try await server.get("/healthz").status == 200)
    let host = try await database.host()
    let pid = try String(contentsOfFile: "\(host)/data/postmaster.pid", encoding: .utf8)
    let postmaster = try #require(pid.split(separator: "\n").first.flatMap { Int32($0) })
    #expect(kill(postmaster, SIGINT) == 0)
    _ = try await server.health(503)
  }

  @Test func `200 streams and many requests are served with 1,024 open files allowed`()
    async throws
  {
    let server = try await ServerProcess(
      for: try await TallyProgram.ofAdaAndBea(), program: ServerProcess.program(withFiles: 1_024))
    let cookies = [try server.tally.cookie(), try server.tally.cookie(of: "bea")]
    let streams = try await (0..<200).asyncMap { number in
      try await server.stream(
        number % 2 == 0 ? Number.main : Number.beasMain, cookie: cookies[number % 2])
    }
    for stream in streams { #expect(try await stream.nextCount() == 0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for path in ["/healthz", "/login", "/", "/assets/tally.css"] {
        group.addTask {
          for _ in 0..<100 {
            let status = try await server.get(path).status
            #expect(status == 200, "\(path)")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `the signal ends the server also while a reader of its log does not read`()
    async throws
  {
    let tally = try TallyProgram()
    try #require(mkfifo(tally.file("reader"), 0o600) == 0)
    let reader = open(tally.file("reader"), O_RDWR)
    defer { close(reader) }
    let server = try await ServerProcess(
      for: tally,
      program: [
        "/bin/bash", "-c", "exec \"$0\" \"$@\" 2> ~/reader", "\(TallyProgram.folder)/tally-serve",
      ])
    // More than a pipe holds.
    for _ in 1...40 {
      let lines = try await server.connect()
      try await lines.send(String(repeating: "GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n", count: 50))
      try await lines.send("GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      _ = try await lines.rest()
    }
    #expect(try await server.end(by: SIGTERM) == 0)
  }

  @Test func `people are served when nobody reads the log any more`() async throws {
    let server = try await ServerProcess(
      for: try TallyProgram(),
      program: [
        "/bin/bash", "-c", "exec \"$0\" \"$@\" 2> >(head -n 1 > /dev/null)",
        "\(TallyProgram.folder)/tally-serve",
      ])
    for _ in 1...20 { #expect(try await server.get("/login").status == 200) }
    #expect(try await server.end(by: SIGTERM) == 0)
  }
}

extension ServerProcess {
  /// Asks whether changes can be saved, until the answer has the status: the server asks the store
  /// once a second.
  fileprivate func health(_ status: Int) async throws -> Reply {
    let deadline = ContinuousClock.now + patience
    var reply = try await get("/healthz")
    while reply.status != status, ContinuousClock.now < deadline {
      reply = try await get("/healthz")
    }
    #expect(reply.status == status)
    return reply
  }
}
