import Foundation
import Testing

@testable import Commands
@testable import Composition

/// What the server's page tells people to write into files.
@Suite(.limited) struct ServerPageTests {
  @Test func `the service serves this machine alone until it is told otherwise`() throws {
    let options = try file("serve.conf").filter { $0.contains("OPTIONS=") }
      .map { $0.split(separator: "=", maxSplits: 1)[1].split(separator: " ").map(String.init) }
    try #require(options.count == 2)
    #expect(try !ServeOptions.parse(options[0]).listen.isLoopback)
    #expect(try ServeOptions.parse(options[1]).listen == ServeOptions.parse([]).listen)
    let unit = try file("debian/tally-server.service")
    #expect(unit.contains("ExecStart=/usr/bin/\(ServerLauncher.name) $OPTIONS"))
  }

  private func file(_ name: String) throws -> [String] {
    try Document("App/Packages/\(name)").text.split(separator: "\n").map(String.init)
  }

  @Test func `the proxy passes to the usual address what the server needs to know`() throws {
    let text = try Document.block(marked: "proxy").text
    let usual = try ServeOptions.parse([])
    #expect(text.contains("proxy_pass http://\(usual.listen.text);"))
    #expect(text.contains("proxy_set_header Host $host;"))
    #expect(text.contains("proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;"))
    #expect(text.contains("proxy_buffering off;"))
  }
}
