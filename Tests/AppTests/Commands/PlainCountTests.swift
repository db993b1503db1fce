import Domain
import Foundation
import Testing

@testable import App

/// Calls that are parsed without ArgumentParser.
@Suite struct PlainCountTests {
  private static let calls = [
    "up main", "up main 3", "up main +2", "up main ", "up main x", "down main 1.5", "down main",
    "set main 40", "reset main", "undo main", "redo main", "redo main",
    "up main 9223372036854775807", "undo ", "up nowhere",
  ].map { $0.components(separatedBy: " ") }

  @Test func `A call does the same as through the parser`() async throws {
    let (tally, other) = (try await InProcessTally.ofAda(), try await InProcessTally.ofAda())
    for call in Self.calls {
      let plain = try #require(PlainCount(call), "\(call)")
      let parsed = try #require(try await TallyCommand.asyncParseAsRoot(call) as? any Command)
      let expected = try await other.command { context throws(Refusal) in
        try await parsed.run(context)
      }
      let run = try await tally.command { context throws(Refusal) in try await plain.run(context) }
      #expect(run == expected, "\(call)")
    }
  }

  @Test(arguments: [
    [], ["list"], ["up"], ["set", "main"], ["up", "main", "1", "2"], ["undo", "main", "1"],
    ["up", "main", "-1"], ["up", "main", "--quiet"], ["--quiet", "up", "main"], ["up", "--help"],
  ])
  func `Every other call is left to the parser`(call: [String]) {
    #expect(PlainCount(call) == nil)
  }
}
