import Foundation
import Programs
import Testing

/// The program around the server: its start, its log, its end.
@Suite struct ProgramTests {
  @Test func `tally serve starts it with its options, and signals reach it`() async throws {
    let server = try await ServerProcess(
      for: try await TallyProgram.ofAda(), program: [TallyProgram.path, "serve"])
    #expect(try await server.get("/healthz").status == 200)
    #expect(try await server.end(by: SIGTERM) == 0)
  }

  @Test
  func `a line of the log has method, kind of route, status and time, and nothing of a person`()
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
    let form = /\d{4}-\d\d-\d\dT[0-9:.]+Z (GET|POST|other) [a-z]+ \d{3} \d+ ms/
    #expect(lines.count == 4)
    for line in lines { #expect(line.wholeMatch(of: form) != nil, "\(line)") }
    #expect(
      lines.map { $0.split(separator: " ")[1...2].joined(separator: " ") } == [
        "POST taps", "GET counter", "other unknown", "POST login",
      ])
    let token = cookie.dropFirst("tally=".count)
    #expect(!lines.contains { $0.contains("secret") || $0.contains(token) })
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
        == "tally: Cannot listen on 127.0.0.1:\(server.port): Address already in use\n")
    #expect(taken.status == 74)
    let missing = try await TallyProgram.run(
      path, ["--store", "/nowhere/x.db"], input: [], environment: environment)
    #expect(missing.errors == "tally: There is no store at /nowhere/x.db\n")
    #expect(missing.status == 66)
    let wrong = try await TallyProgram.run(
      path, ["--listen", "0.0.0.0:0"], input: [], environment: environment)
    #expect(wrong.errors.hasPrefix("tally: Without TLS, passwords would be readable"))
    #expect(wrong.status == 64)
  }

  @Test func `200 streams and many requests are served with 1,024 open files allowed`()
    async throws
  {
    let server = try await ServerProcess(for: try await TallyProgram.ofAdaAndBea())
    let cookies = [try server.tally.cookie(), try server.tally.cookie(of: "bea")]
    let streams = try await (0..<200).asyncMap { number in
      try await server.stream(
        number % 2 == 0 ? Number.main : Number.beasMain, cookie: cookies[number % 2])
    }
    for stream in streams { #expect(try await stream.nextCount() == 0) }
    #expect(try await server.get("/healthz").status == 200)
  }
}
