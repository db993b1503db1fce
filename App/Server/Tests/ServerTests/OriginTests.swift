import Programs
import Testing

/// Where a request has to come from.
@Suite(.limited) struct OriginTests {
  @Test func `a form of another site is refused, and one whose site nobody says`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let cookie = try server.tally.cookie()
    let own = "http://127.0.0.1:\(server.port)"
    let cases: [(site: String?, origin: String?, isTaken: Bool)] = [
      ("same-origin", nil, true), ("none", nil, true), ("same-origin", "null", true),
      ("cross-site", own, false), ("same-site", own, false), ("", own, false),
      (nil, own, true), (nil, nil, false), (nil, "null", false), (nil, "", false),
      (nil, "https://127.0.0.1:\(server.port)", false), (nil, "http://127.0.0.1", false),
      (nil, "http://127.0.0.1:\(server.port).evil.example", false),
      (nil, "http://evil.example", false),
    ]
    var taken = 0
    for (number, one) in cases.enumerated() {
      let reply = try await server.post(
        "/taps",
        #"{"account":1,"counter":1,"taps":[{"id":"t\#(number)","amount":1,"age":0}]}"#,
        [
          "Content-Type": "application/json", "Cookie": cookie, "Sec-Fetch-Site": one.site,
          "Origin": one.origin,
        ])
      #expect(reply.status == (one.isTaken ? 200 : 403), "\(one)")
      taken += one.isTaken ? 1 : 0
    }
    #expect(try await server.tally.count() == "\(taken)\n")
  }

  @Test func `only its own hosts are answered`() async throws {
    let server = try await ServerProcess(for: try TallyProgram())
    for host in ["127.0.0.1", "127.0.0.1:1", "localhost", "LOCALHOST:8080"] {
      #expect(try await server.get("/events?counter=1", ["Host": host]).status == 401, "\(host)")
    }
    for host in [
      "evil.example", "127.0.0.1.evil.example", "127.0.0.2", "localhost:x", "[127.0.0.1]", "",
      "localhost@evil.example", "[::1]", ":80",
    ] {
      let reply = try await server.get("/events?counter=1", ["Host": host])
      #expect(reply.status == 421 || reply.status == 400, "\(host)")
    }
    for fields in ["", "Host: localhost\r\nHost: localhost\r\n"] {
      let connection = try await server.connect(
        sending: "GET /events?counter=1 HTTP/1.1\r\n\(fields)\r\n")
      #expect(try await connection.reply().status == 400, "\(fields)")
    }
  }

  @Test func `the hosts can be named`() async throws {
    let server = try await ServerProcess(
      for: try TallyProgram(), ["--host", "counts.example.org", "--host", "10.0.0.5"])
    for host in ["counts.example.org", "Counts.Example.org:443", "10.0.0.5"] {
      #expect(try await server.get("/events?counter=1", ["Host": host]).status == 401, "\(host)")
    }
    for host in ["localhost", "127.0.0.1", "example.org", "x.counts.example.org"] {
      #expect(try await server.get("/events?counter=1", ["Host": host]).status == 421, "\(host)")
    }
  }

  @Test func `behind a proxy, nobody but the proxy is served`() async throws {
    let server = try await ServerProcess(
      for: try TallyProgram(), ["--behind-proxy", "127.0.0.2", "--host", "counts.example.org"])
    let request = HTTPText("GET", "/events?counter=1", ["Host": "counts.example.org"])
    let served = try await server.send(request, from: "127.0.0.2")
    #expect(served.status == 401)
    #expect(served["strict-transport-security"] != nil)
    for address in ["127.0.0.1", "127.0.0.3"] {
      var forged = request
      forged.fields["X-Forwarded-For"] = "127.0.0.2"
      #expect(try await server.send(forged, from: address).status == 403)
    }
    #expect(try await server.send(HTTPText("GET", "/healthz"), from: "127.0.0.1").status == 200)
  }
}
