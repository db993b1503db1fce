import Foundation
import Testing

@testable import Commands
@testable import Composition

/// What the server's page tells people to write into files.
@Suite(.limited) struct ServerPageTests {
  @Test func `the unit starts the server with options that fit together, on a store of its own`()
    throws
  {
    let lines = try Document.block(marked: "unit").lines
    let start = try #require(lines.first { $0.hasPrefix("ExecStart=") })
    let words = start.split(separator: " ").map(String.init)
    #expect(words[0].hasSuffix("/\(ServerLauncher.name)"))
    #expect(try !ServeOptions.parse(Array(words.dropFirst())).listen.isLoopback)
    let folder = try #require(lines.first { $0.hasPrefix("StateDirectory=") }).dropFirst(15)
    #expect(lines.contains { $0.contains("TALLY_STORE=/var/lib/\(folder)/") })
    #expect(lines.contains("ExecReload=/bin/kill -HUP $MAINPID"))
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
