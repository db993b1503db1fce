import Domain
import Presentation
import Testing

@testable import Commands
@testable import LineToolkit

@Suite(.limited) struct LineHelpTests {
  private let ada: Username

  init() throws {
    ada = try Username("ada")
  }

  @Test func `logged out, help shows how to log in and quit`() {
    #expect(
      LineHelp.lines(in: .signedOut, on: .plain()) == [
        "signup [USERNAME]  make an account",
        "login [USERNAME]   log in",
        "help [COMMAND]     show the commands, or explain one",
        "quit               leave Tally",
      ])
  }

  @Test
  func `logged in, help shows all commands of shell and session`() {
    let shown = LineHelp.commands(in: .signedIn(ada)).map(\.name)
    let expected = Set(TallyCommand.commandNames).subtracting(["signup", "login", "serve"])
      .union(["clear", "quit"]).union(Destination.allCases.map(\.label))
    #expect(expected.isSubset(of: shown))
    #expect(shown.count == Set(shown).count)
    let lines = LineHelp.lines(in: .signedIn(ada), on: .plain())
    #expect(lines.contains("unshare [NAME] with USERNAME  stop sharing a counter with somebody"))
  }

  @Test(arguments: [50, 80])
  func `help is wrapped at a terminal but not in a pipe`(columns: Int) {
    let whole = LineHelp.lines(in: .signedIn(ada), on: .plain(columns: columns))
    let lines = LineHelp.lines(in: .signedIn(ada), on: .plain(columns: columns, isTerminal: true))
    #expect(lines.allSatisfy { $0.count <= columns })
    #expect(words(of: lines) == words(of: whole))
    #expect(whole == LineHelp.lines(in: .signedIn(ada), on: .plain(columns: 1_000)))
  }

  private func words(of lines: [String]) -> [Substring] {
    lines.flatMap { $0.split(separator: " ") }
  }

  @Test(arguments: [("clear", "clear  clear the terminal"), ("exit", "quit  leave Tally")])
  func `what only a session has is explained too`(command: String, explanation: String) throws {
    guard case .text(explanation) = try LineRequest("help \(command)") else {
      Issue.record("help \(command) explains something else")
      return
    }
  }

  @Test func `every command in the help is understood`() throws {
    for context in [LineContext.signedOut, .signedIn(ada)] {
      for command in LineHelp.commands(in: context) {
        let needed = command.usage.split(separator: " ").dropFirst().filter { !$0.hasPrefix("[") }
        let line = ([command.name] + needed.map { $0 == $0.lowercased() ? String($0) : "5" })
          .joined(separator: " ")
        #expect(throws: Never.self, "\(line)") { try LineRequest(line) }
      }
    }
  }
}
