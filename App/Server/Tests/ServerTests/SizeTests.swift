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
    async let silent = drips(of: "", to: server)
    async let head = drips(of: "x", to: server, after: "GET /x HTTP/1.1\r\nHost: localhost\r\n")
    async let body = drips(
      of: "x", to: server,
      after: HTTPText("POST", "/taps", ["Content-Length": "4000"]).text(for: "localhost"))
    async let form = drips(
      of: "x", to: server,
      after: HTTPText("POST", "/login", ["Content-Length": "4000"]).text(for: "localhost"))
    // 20 take 10 seconds at least. On a busy machine it is not only the server that is slow.
    for drips in try await [silent, head, body, form] { #expect(drips < 30) }
    #expect(ContinuousClock.now - start > .seconds(9))
    #expect(try await server.get("/healthz").status == 200)
  }

  /// Sends the beginning of a request and then a text twice a second, until the server has had
  /// enough. Returns how often.
  private func drips(of text: String, to server: ServerProcess, after beginning: String = "")
    async throws -> Int
  {
    let connection = try await server.connect(sending: beginning)
    for count in 0..<100 {
      try await Task.sleep(for: .milliseconds(500))
      if connection.hasReceived { return count }
      // The server may have closed the connection by now.
      try? await connection.send(text)
    }
    return 100
  }
}
