import Domain
import Foundation
import Testing

@testable import Commands

/// Calls that are parsed without ArgumentParser.
@Suite(.limited) struct PlainCommandTests {
  private static let calls = [
    "up main", "up main 3", "up main +2", "up main ", "up main x", "down main 1.5", "down main",
    "set main 40", "reset main", "undo main", "redo main", "redo main",
    "up main 9223372036854775807", "undo ", "up nowhere", "+", "+5", "+ 2", "-", "- 3", "-5", "+ x",
    "+x",
    "set 7", "set x", "set +7", "set main +7", "reset", "undo", "redo", "show", "show main",
    "show nowhere", "show ", "list",
    "up main --quiet", "--quiet up --verbose main 3", "--store a.db +5", "- 3 --store a.db",
    "--quiet --quiet list",
  ].map { $0.components(separatedBy: " ") }

  @Test func `A call does the same as through the parser`() async throws {
    let (tally, other) = (try await InProcessTally.ofAda(), try await InProcessTally.ofAda())
    for call in Self.calls {
      let plain = try #require(PlainCommand(call), "\(call)")
      guard case .command(let parsed) = try CommandParser.parse(call) else {
        return #expect(Bool(false), "\(call)")
      }
      #expect(plain.options == parsed.options.values, "\(call)")
      let expected = try await other.command { context throws(Refusal) in
        try await parsed.run(context)
      }
      let run = try await tally.command { context throws(Refusal) in try await plain.run(context) }
      #expect(run == expected, "\(call)")
    }
  }

  @Test(
    arguments: calls
      + [
        "--store a.db up main --create", "-q --store=a.db history -n 5", "--verbose ls -f json",
        "up main --store b.db --id k", "--store a.db list --store b.db", "- 5 --at now",
        "--quiet set main -7 --expect 5", "delete main -y", "target main --none",
        "history main -n5 --since today", "up -- -q", "new -- --store",
      ].map { $0.components(separatedBy: " ") })
  func `A command is the same parsed alone and by the whole program's parser`(call: [String])
    async throws
  {
    guard case .command(let alone) = try await CommandParser.parseCompleting(call),
      case .command(let parsed) = try CommandParser.parse(call)
    else {
      Issue.record("\(call)")
      return
    }
    #expect("\(alone)" == "\(parsed)")
    #expect(alone.options.values == parsed.options.values)
  }

  @Test(arguments: [
    [], ["lists"], ["list", "main"], ["list", "--format", "json"], ["show", "main", "x"],
    ["show", "--since", "today"], ["up"], ["set"], ["+", "1", "2"], ["up", "main", "1", "2"],
    ["undo", "main", "1"],
    ["up", "main", "-1"], ["up", "--help"], ["list", "--store"], ["list", "--store", ""],
    ["list", "--store", "-x"], ["--store", "a", "list", "--store", "b"], ["list", "--store=a"],
    ["--", "list"], ["up", "--", "main"],
  ])
  func `Every other call is left to the parser`(call: [String]) {
    #expect(PlainCommand(call) == nil)
  }
}
