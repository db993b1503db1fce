import Domain
import Presentation
import Testing

@testable import App

/// The README's tables of options and of exit statuses.
@Suite struct ReadmeTableTests {
  @Test func `the options of every command are those that the parser knows`() async throws {
    let tool = try await ToolDescription.ofTally().command
    var described: [String: Set<String>] = [:]
    for row in try Document.readme().table("| option | on | |") {
      let options = row[0].codeSpans.compactMap { $0.firstMatch(of: /^--([a-z-]+)/)?.1 }
      let commands = row[1] == "everything" ? ["everything"] : row[1].codeSpans
      for command in commands {
        described[command, default: []].formUnion(options.map(String.init))
      }
    }
    for command in TallyCommand.commandNames where command != "help" {
      #expect(tool.ownOptions(of: command) == described[command] ?? [], "\(command)")
    }
    #expect(Set(described.keys).subtracting(TallyCommand.commandNames) == ["everything"])
    // How to ask for help and for the version needs no table.
    #expect(described["everything"] == tool.options(of: "whoami").subtracting(["help", "version"]))
  }

  @Test func `the values that an option is said to take are those that it takes`() async throws {
    let rows = try Document.readme().table("| option | on | |")
    for row in rows where row[0].contains("FORMAT") || row[0].contains("SPAN") {
      let option = try #require(row[0].codeSpans.first?.split(separator: " ").first)
      for command in row[1].codeSpans {
        let name = command == "list" || command == "export" ? [] : ["coffee"]
        for value in row[2].codeSpans {
          #expect(throws: Never.self, "\(command) \(option) \(value)") {
            try TallyCommand.parseAsRoot([command] + name + [String(option), value])
          }
        }
      }
    }
  }

  @Test func `what is not given comes to what the table says`() throws {
    let rows = try Document.readme().table("| option | on | |")
    let usual = [("--limit", HistoryScene.usualLength), ("--last", ChartCounts.usualLength)]
    for (option, length) in usual {
      let row = try #require(rows.first { $0[0].contains("`\(option) ") })
      let said = try #require(row[2].firstMatch(of: /; (\d+) (?:bars )?unless given/))
      #expect(Int(said.1) == length)
    }
  }

  @Test func `the README and the manual name the same variables`() throws {
    let cells = try Document.readme().table("| what | where |").map { $0[1] }
    let readme = cells.flatMap(\.codeSpans)
      .compactMap { $0.prefixMatch(of: /\$?([A-Z][A-Z_]+)\b/).map { String($0.1) } }
    let manual = ManualText.sections.filter { $0.hasPrefix(".It Ev ") }
      .flatMap { $0.matches(of: /[A-Z][A-Z_]+/).map { String($0.output) } }
    #expect(!manual.isEmpty && Set(readme) == Set(manual))
  }

  @Test func `the README and the manual name the same statuses`() throws {
    let readme = try Document.readme().table("| exit status | |").map { $0[0] }
    let manual = ManualText.sections.drop { $0 != ".Sh EXIT STATUS" }
      .compactMap { $0.wholeMatch(of: /\.It (\d+)/).map { String($0.1) } }
    #expect(readme == manual)
  }
}
