import Programs
import Testing

/// What every answer says, whatever was asked.
@Suite(.limited) struct HeaderTests {
  /// One request of each kind of answer, with its status.
  private static let requests: [(HTTPText, Int)] = [
    (HTTPText("GET", "/healthz"), 200), (HTTPText("HEAD", "/healthz"), 200),
    (HTTPText("GET", "/"), 200), (HTTPText("GET", "/login"), 200),
    (HTTPText("GET", "/counters"), 303), (HTTPText("POST", "/login", body: "x"), 400),
    (HTTPText("POST", "/login", ["Content-Length": "4097"]), 413),
    (HTTPText("GET", "/nothing"), 404), (HTTPText("GET", "/assets/nothing"), 404),
    (HTTPText("PUT", "/"), 405), (HTTPText("GET", "/", ["Host": "evil.example"]), 421),
    (HTTPText("GET", "/events?counter=1"), 401), (HTTPText("POST", "/taps", body: "{}"), 415),
    (HTTPText("POST", "/taps", ["Sec-Fetch-Site": "cross-site"]), 403),
    (HTTPText("POST", "/taps", ["Content-Length": "16385"]), 413),
    (HTTPText("GET", "/ HTTP/9.9 "), 400),
  ]

  @Test func `every answer says its type, what may be loaded, and not to keep it`()
    async throws
  {
    let server = try await ServerProcess(for: try TallyProgram())
    for (request, status) in Self.requests {
      let reply = try await server.send(request)
      let what = "\(request.method) \(request.path)"
      #expect(reply.status == status, "\(what)")
      #expect(reply["x-content-type-options"] == "nosniff", "\(what)")
      #expect(reply["referrer-policy"] == "same-origin", "\(what)")
      #expect(reply["cross-origin-opener-policy"] == "same-origin", "\(what)")
      #expect(reply["cross-origin-resource-policy"] == "same-origin", "\(what)")
      #expect(reply["cache-control"] == "no-store", "\(what)")
      #expect(reply["date"]?.contains(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/) == true)
      let policy = try #require(reply["content-security-policy"])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self';"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe") && !policy.contains("*"))
      if !reply.body.isEmpty {
        #expect(reply["content-type"]?.hasSuffix("; charset=utf-8") == true, "\(what)")
      }
    }
  }

  @Test func `no answer names the program, allows another site, or promises TLS`()
    async throws
  {
    let server = try await ServerProcess(for: try TallyProgram())
    let asking = HTTPText(
      "OPTIONS", "/taps",
      ["Origin": "https://evil.example", "Access-Control-Request-Method": "POST"])
    for request in Self.requests.map(\.0) + [asking] {
      let reply = try await server.send(request)
      #expect(reply["server"] == nil && reply["x-powered-by"] == nil)
      #expect(reply["strict-transport-security"] == nil)
      #expect(!reply.fields.keys.contains { $0.hasPrefix("access-control") })
    }
    #expect(try await server.get("/healthz").body == "ok\n")
    for path in ["/metrics", "/.git/config", "/assets/", "/assets/../Package.swift", "/debug"] {
      #expect(try await server.get(path).status == 404, "\(path)")
    }
  }

  @Test func `methods that a path does not have are refused, with those it has`()
    async throws
  {
    let server = try await ServerProcess(for: try TallyProgram())
    for (method, path, allowed) in [
      ("DELETE", "/", "GET, HEAD, POST"), ("PATCH", "/counters/main", "GET, HEAD, POST"),
      ("TRACE", "/", "GET, HEAD, POST"), ("PROPFIND", "/login", "GET, HEAD, POST"),
      ("GET", "/taps", "POST"), ("HEAD", "/taps", "POST"), ("POST", "/events?counter=1", "GET"),
      ("POST", "/healthz", "GET, HEAD"),
    ] {
      let reply = try await server.send(HTTPText(method, path))
      #expect(reply.status == 405, "\(method) \(path)")
      #expect(reply["allow"] == allowed, "\(method) \(path)")
    }
  }
}
