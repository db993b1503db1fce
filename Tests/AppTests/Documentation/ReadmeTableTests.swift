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
    var tried = 0
    for row in rows where row[0].contains("FORMAT") || row[0].contains("SPAN") {
      let option = try #require(row[0].codeSpans.first?.split(separator: " ").first)
      for command in row[1].codeSpans {
        let name = command == "list" || command == "export" ? [] : ["coffee"]
        for value in row[2].codeSpans {
          #expect(throws: Never.self, "\(command) \(option) \(value)") {
            try TallyCommand.parseAsRoot([command] + name + [String(option), value])
          }
          tried += 1
        }
      }
    }
    #expect(tried == 4 + 4 * 3 + 2)
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

  /// What the table names as reasons, as refusals.
  private static let reasons: [String: [Refusal]] = [
    "the name is taken": [.usernameTaken, .counterExists(CounterName(text: "a", key: "a"))],
    "there is nothing to undo": [.nothingToUndo],
    "an unknown command": [.unknownCommand("x", near: nil)],
    "not a number": [.notANumber("x")],
    "an empty field": [.credentialsMissing],
    "the input is not UTF-8": [.notUTF8],
    "ends in the middle of a dialogue": [.inputEnded],
    "has a row that is none": [.badRow(line: 1, .malformed), .badRow(line: 1, .field("time"))],
    "there is no such input file": [.inputFile(name: "x", cause: "")],
    "no such store": [.noStore(path: "")],
    "the store failed": [
      .storeFailed(cause: ""), .storeDamaged(cause: ""), .storeUnopenable(cause: ""),
      .storeCompanion(name: "", cause: ""),
    ],
    "the output failed": [.outputFailed(cause: ""), .answerFailed(cause: "")],
    "it is not known whether a change was saved": [.outcomeUnknown(counter: nil, cause: "")],
    "busy": [.storeBusy(cause: "")],
    "too many attempts": [.throttled(seconds: 1)],
    "not logged in": [.notLoggedIn],
    "wrong credentials": [.credentialsWrong],
    "interrupted": [.interrupted],
    "the reader of the output has gone": [LineOutput.closed],
  ]

  @Test func `every reason in the table of exit statuses has its status`() throws {
    var named: [String: Int32] = [:]
    for row in try Document.readme().table("| exit status | |") {
      let status = try #require(Int32(row[0]))
      let reasons = row[1].replacing(/^refused: |^wrong usage: |: try again$|, \.\.\.$/, with: "")
      for reason in reasons.split(separator: #/, or |, | or /#) { named[String(reason)] = status }
    }
    #expect(named.removeValue(forKey: "done") == 0)
    #expect(Set(named.keys) == Set(Self.reasons.keys))
    for (reason, refusals) in Self.reasons {
      #expect(refusals.allSatisfy { $0.exitStatus == named[reason] }, "\(reason)")
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
