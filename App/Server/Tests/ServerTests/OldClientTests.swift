import Foundation
import Programs
import Testing

/// Clients of HTTP/1.0, which wait for the end of the connection.
@Suite(.limited) struct OldClientTests {
  private func rest(of request: String, _ server: ServerProcess) async throws -> String {
    let connection = try await server.connect(sending: request)
    return try await connection.rest()
  }

  @Test(arguments: [
    "GET /assets/tally.js HTTP/1.0\r\nHost: localhost\r\n\r\n", "GET /healthz HTTP/1.0\r\n\r\n",
    "GET /healthz HTTP/1.0\r\nConnection: close\r\n\r\n", "HEAD /healthz HTTP/1.0\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Close\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: x, close\r\n\r\n",
    "POST /taps HTTP/1.0\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nxx",
  ])
  func `the connection ends with the answer unless it was asked to stay`(request: String)
    async throws
  {
    let server = try await ServerProcess(for: try TallyProgram())
    let answer = try await rest(of: request, server)
    #expect(answer.hasPrefix("HTTP/1."))
    #expect(answer.components(separatedBy: "HTTP/1.").count == 2)
    #expect(answer.contains("Connection: close\r\n"), "\(answer.prefix(600))")
  }

  @Test func `it stays open for an old client that asks for it`() async throws {
    let server = try await ServerProcess(for: try TallyProgram())
    // In one piece, because the server ends a connection that is idle.
    let kept = "GET /healthz HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n"
    let last = "GET /healthz HTTP/1.0\r\n\r\n"
    let answers = try await rest(of: String(repeating: kept, count: 3) + last, server)
      .components(separatedBy: "HTTP/1.").dropFirst()
    #expect(
      answers.map { $0.lowercased().contains("connection: keep-alive\r\n") }
        == [true, true, true, false], "\(answers)")
    #expect(answers.allSatisfy { $0.hasSuffix("\r\n\r\nok\n") }, "\(answers)")
  }

  @Test func `a stream for an old client has no chunks`() async throws {
    let server = try await ServerProcess(for: try await TallyProgram.ofAda())
    let connection = try await server.connect(
      sending:
        "GET /events?counter=1 HTTP/1.0\r\nHost: localhost\r\nCookie: \(try server.tally.cookie())\r\n\r\n"
    )
    let head = try await connection.head()
    #expect(head.status == 200 && head["transfer-encoding"] == nil)
    #expect(try await connection.line() == "event: state")
  }
}
