import Programs
import Testing

/// How much a request may take.
@Suite(.limited) struct SizeTests {
  private static func taps(_ count: Int, idLength: Int) -> String {
    let taps = (0..<count).map { number in
      let id = String(repeating: "x", count: idLength - 4) + "\(1_000 + number)"
      return #"{"id":"\#(id)","amount":1,"age":0}"#
    }
    return #"{"account":1,"counter":1,"taps":[\#(taps.joined(separator: ","))]}"#
  }

  @Test func `100 taps of any id fit, and more are refused`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let fields: [String: String?] = [
      "Content-Type": "application/json", "Cookie": try server.tally.cookie(),
    ]
    #expect(try await server.post("/taps", Self.taps(100, idLength: 64), fields).status == 200)
    #expect(try await server.post("/taps", Self.taps(101, idLength: 32), fields).status == 400)
    #expect(try await server.post("/taps", Self.taps(200, idLength: 64), fields).status == 413)
    #expect(try await server.tally.count() == "100\n")
  }

  @Test func `10 MB is refused before it is read, and others are served meanwhile`()
    async throws
  {
    let server = try await ServerProcess(for: try TallyProgram())
    let request = HTTPText("POST", "/taps", ["Content-Length": "10000000"])
    let connection = try await server.connect(sending: request.text(for: "localhost"))
    #expect(try await connection.reply().status == 413)
    // The server may have closed the connection by now.
    try? await connection.send(String(repeating: "x", count: 100_000))
    #expect(try await server.get("/healthz").status == 200)
  }

  @Test func `lengths that conflict or are missing are refused`() async throws {
    let server = try await ServerProcess(for: try TallyProgram())
    let start =
      "POST /taps HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n"
    for (fields, status) in [
      ("Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx", 400),
      ("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
      ("Content-Length: -1\r\n\r\n", 400), ("Content-Length: 1x\r\n\r\nx", 400),
      ("Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", 411), ("\r\n", 411),
    ] {
      let connection = try await server.connect(sending: start + fields)
      #expect(try await connection.reply().status == status, "\(fields)")
    }
  }

  @Test func `headers of more than 8 KiB are refused`() async throws {
    let server = try await ServerProcess(for: try TallyProgram())
    let long = String(repeating: "x", count: 8_192)
    #expect(try await server.get("/x", ["X-Long": long]).status == 400)
    #expect(try await server.get("/x", ["X-Long": String(long.prefix(6_000))]).status == 404)
    let many = Dictionary(
      uniqueKeysWithValues: (0..<200).map { ("X-\($0)", Optional("x")) })
    #expect(try await server.get("/x", many).status == 400)
  }

  @Test
  func `a request that takes longer than 10 seconds is cut off, however steadily it comes`()
    async throws
  {
    let server = try await ServerProcess(for: try TallyProgram())
    let start = ContinuousClock.now
    // What 10 seconds are on this machine now.
    async let control = ContinuousClock().measure { try await Task.sleep(for: .seconds(10)) }
    async let silent = server.connect().rest()
    async let head = slowly(server, "GET /x HTTP/1.1\r\nHost: localhost\r\n")
    async let body = slowly(
      server,
      HTTPText("POST", "/taps", ["Content-Length": "4000"]).text(for: "localhost"))
    async let form = slowly(
      server,
      HTTPText("POST", "/login", ["Content-Length": "4000"]).text(for: "localhost"))
    _ = try await (silent, head, body, form)
    let time = ContinuousClock.now - start
    #expect(time > .seconds(9))
    let tenSeconds = try await control
    #expect(time < tenSeconds * 2)
    #expect(try await server.get("/healthz").status == 200)
  }

  /// Sends the beginning of a request and then a byte now and then, until the server has had
  /// enough.
  private func slowly(_ server: ServerProcess, _ beginning: String) async throws {
    let connection = try await server.connect(sending: beginning)
    let rest = Task { try await connection.rest() }
    let dripping = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .milliseconds(500))
        try await connection.send("x")
      }
    }
    defer { dripping.cancel() }
    _ = try await rest.value
  }
}
