import Foundation
import Testing

@testable import Commands

/// The examples in the help and the manual.
@Suite(.limited) struct HelpExampleTests {
  /// The examples of every command, each with the command's name.
  private func examples() async throws -> [(name: String, line: String)] {
    let root = try ToolDescription.ofTally().command
    return ([root] + (root.subcommands ?? [])).flatMap { command in
      (command.discussion ?? "").split(separator: "\n").drop { !$0.hasPrefix("Example") }
        .dropFirst().prefix { $0.hasPrefix("  ") }
        // An explanation may follow the example.
        .map { $0.dropFirst(2).components(separatedBy: "  ")[0] }
        .map { line in
          let second = line.split(separator: " ").dropFirst().first.map(String.init)
          return (command.commandName == "tally" ? second ?? "" : command.commandName, line)
        }
    }
  }

  /// A home in which the example works.
  private func home(for name: String) async throws -> TallyProgram {
    let tally = name == "signup" ? try TallyProgram() : try await TallyProgram.ofAda()
    try tally.write("\(TallyProgram.password)\n", to: "password.txt")
    let counters =
      "printf 'new stock\\n+40\\nnew coffee\\n+5\\n+\\nundo\\n' | tally"
    let bea = "XDG_STATE_HOME=~/bea tally signup bea --password-stdin < password.txt"
    let preparation =
      switch name {
      case "signup": ":"
      case "login": "tally logout"
      case "check": "tally backup tally-backup.db"
      case "import":
        """
        tally export counts.json && gzip -k counts.json &&
        printf 'Habit;Date;Value\\ncoffee;2026-11-21;5\\n' > habits.csv &&
        printf '2026-11-21 09:00\\n' > times.txt
        """
      case "export": "\(counters) && tally new tea --quiet"
      case "revert": "\(counters) && for n in 1 2 3 4 5 6 7; do tally up coffee --quiet; done"
      case "share": "\(counters) && \(bea)"
      case "reset-password": "\(counters) && \(bea)"
      case "unarchive": "\(counters) && tally new tea --quiet"
      case "unshare": "\(counters) && \(bea) && tally share coffee with bea"
      case "invite", "invitations", "uninvite":
        """
        \(counters) && tally invite coffee --url https://counts.example.org &&
        tally invite coffee --url https://counts.example.org
        """
      case "leave":
        """
        \(counters) && \(bea) && tally share coffee with bea && tally logout &&
        tally login bea --password-stdin < password.txt
        """
      default: counters
      }
    try #require(try await tally.bash(preparation).status == 0)
    return tally
  }

  @Test func `Every example works`() async throws {
    let examples = try await examples()
    #expect(!examples.isEmpty)
    let settings = "BUILD_ID=4711 OLD='\(TallyProgram.password)' NEW='another one 2'; "
    try await withThrowingTaskGroup { group in
      // The server runs until it is ended; its own tests start it, and invite to it.
      for (name, line) in examples where name != ServeCommand.name && line != "tally invite" {
        group.addTask {
          let tally = try await home(for: name)
          let run = try await tally.bash("set -o pipefail; \(settings)\(line)")
          // These ask a person, and without a terminal refuse with the option to use.
          let asks = line.contains(
            /^tally (?:signup|login|password|reset-password bea|delete-account|delete coffee)$/)
          #expect(run.status == (asks ? 64 : 0), "\(line): \(run.errors)")
          let expected =
            asks
            ? /--(?:password-stdin|yes)/
            : name == "screen" ? /Continuing line by line/ : /^(?!tally: )/
          #expect(run.errors.contains(expected), "\(line)")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `Every example of the server is understood`() async throws {
    let lines = try await examples().filter { $0.name == ServeCommand.name }.map(\.line)
    #expect(lines.count > 1)
    for line in lines {
      let words = line.split(separator: " ").dropFirst().map(String.init)
      #expect(throws: Never.self, "\(line)") { try CommandParser.parse(words) }
    }
  }
}
