import Foundation
import Testing

@testable import Commands

/// The commands in sentences of the pages.
@Suite(.limited) struct ProseCommandTests {
  /// The commands of a kind on all pages.
  private func commands(_ kind: ProseCommand.Kind) throws -> [String] {
    try Document.all().flatMap(\.codeSpans).compactMap(ProseCommand.init)
      .filter { $0.kinds == [kind] }.map(\.text)
  }

  @Test func `every tally command exists and has the options given`() async throws {
    let tool = try ToolDescription.ofTally()
    let commands = try commands(.tally)
    #expect(!commands.isEmpty)
    for command in commands {
      let words = command.split(separator: " ").dropFirst().map(String.init)
      guard let name = words.first(where: { !$0.hasPrefix("-") }) else { continue }
      #expect(TallyCommand.commandNames.contains(name), "\(command)")
      if name == "help", words.count > 1 { #expect(TallyCommand.commandNames.contains(words[1])) }
      for option in words.filter({ $0.hasPrefix("--") }) {
        #expect(tool.command.options(of: name).contains(String(option.dropFirst(2))), "\(command)")
      }
    }
  }

  @Test func `the commands said to need no login need none`() async throws {
    let tally = try TallyProgram()
    for command in try commands(.tally)
    where command.contains(/^tally (?:help.*|check|backup FILE)$/) {
      let run = try await tally.bash(command)
      #expect(run.errors == (command.hasSuffix("FILE") ? "Backed up to FILE\n" : ""), "\(command)")
      #expect(run.status == 0, "\(command)")
    }
    #expect(FileManager.default.fileExists(atPath: tally.file("FILE")))
  }

  @Test func `every preview of a scene works`() async throws {
    let tally = try TallyProgram()
    let commands = try commands(.preview)
    #expect(!commands.isEmpty)
    for command in commands {
      let run = try await tally.bash(StandIn.swiftRun + command)
      #expect(run.errors == "" && run.status == 0, "\(command)")
      let isList = command == "swift run preview"
      #expect(run.output.hasPrefix(isList ? "account\n" : "=== "), "\(command)")
      if command.contains("LINES=40") {
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[41].hasPrefix("=== "))
      }
    }
  }

  @Test func `every script exists and does what the page says`() async throws {
    let commands = try commands(.script)
    #expect(!commands.isEmpty)
    for command in commands {
      let words = command.split(separator: " ")
      #expect(ProseCommand(String(words[0])) != nil, "\(command) cannot be run")
      guard words.count > 1 else { continue }
      let usage = try await TallyProgram.run(
        Document.repository.appending(path: String(words[0])).path, ["--what"], input: [],
        environment: ["PATH": "/usr/bin:/bin"])
      #expect(usage.status == 64 && usage.output.contains(words[1]), "\(command)")
    }
  }

  @Test func `every option in the prose belongs to a command`() async throws {
    let tool = try ToolDescription.ofTally()
    let known = Set(TallyCommand.commandNames.flatMap(tool.command.options)).union([
      "toolkit", "write",
    ])
    for document in try Document.all() {
      let named = document.codeSpans.compactMap { $0.prefixMatch(of: /--([a-z-]+)/)?.1 }
      #expect(Set(named.map(String.init)).subtracting(known) == [], "\(document.path)")
    }
  }
}

extension ToolDescription.Command {
  /// The long options in a command's help, without those that every command has.
  func ownOptions(of name: String) -> Set<String> {
    longOptions(of: name).subtracting(longOptions(of: nil))
  }

  /// The long options in a command's help.
  func options(of name: String) -> Set<String> { longOptions(of: name).union(longOptions(of: nil)) }

  private func longOptions(of name: String?) -> Set<String> {
    let command = name == nil ? self : subcommands?.first { $0.commandName == name }
    let shown = (command?.arguments ?? []).filter { $0.shouldDisplay && $0.kind != .positional }
    return Set(shown.compactMap { $0.names?.first { $0.kind == "long" }?.name })
  }
}
