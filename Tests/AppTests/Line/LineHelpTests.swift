import Domain
import Presentation
import Testing

@testable import App

@Suite struct LineHelpTests {
  private let ada: Username

  init() throws {
    ada = try Username("ada")
  }

  @Test func `logged out, help shows how to log in and quit`() {
    #expect(
      LineHelp.lines(in: .signedOut, on: .plain()) == [
        "signup [USERNAME]  make an account",
        "login [USERNAME]   log in",
        "help               show the commands",
        "quit               leave Tally",
      ])
  }

  @Test func `logged in, help shows all session commands in columns`() {
    let further = Destination.allCases.filter { $0 != .account }.map(\.label)
    let lines = LineHelp.lines(in: .signedIn(ada), on: .plain())
    #expect(
      lines.filter { line in !further.contains { line.hasPrefix("\($0) ") } } == [
        "+ [N]                        add 1, or N",
        "- [N]                        subtract 1, or N",
        "set N                        set the count to N",
        "reset                        set the count to 0",
        "undo                         undo the last change",
        "redo                         redo the last undo",
        "history [N]                  show the newest 20 changes, or N",
        "chart [hour|day|week|month]  show additions, by day unless told otherwise",
        "list                         show your counters",
        "new NAME                     make a counter and open it",
        "open NAME                    open another counter",
        "rename NAME                  rename the open counter",
        "delete                       delete the open counter",
        "account                      show your account",
        "password                     change your password",
        "delete account               delete your account and all its counters",
        "logout                       log out",
        "logout everywhere            log out here and everywhere else",
        "screen                       switch to the full screen",
        "help                         show the commands",
        "quit                         leave Tally",
      ])
  }

  @Test func `no two commands have the same form`() {
    #expect(Dictionary(grouping: LineHelp.forms, by: \.self).filter { $0.value.count > 1 } == [:])
  }

  @Test func `help fits a terminal of 80 columns`() {
    for context in [LineContext.signedOut, .signedIn(ada)] {
      for line in LineHelp.lines(in: context, on: .plain()) { #expect(line.count <= 80) }
    }
  }

  @Test(arguments: [50, 80])
  func `help is wrapped at a terminal but not in a pipe`(columns: Int) {
    let whole = LineHelp.lines(in: .signedIn(ada), on: .plain(columns: columns))
    let lines = LineHelp.lines(in: .signedIn(ada), on: .plain(columns: columns, isTerminal: true))
    #expect(lines.allSatisfy { $0.count <= columns })
    #expect(words(of: lines) == words(of: whole))
    #expect(whole == LineHelp.lines(in: .signedIn(ada), on: .plain(columns: 1_000)))
    #expect((lines == whole) == (columns == 80))
  }

  private func words(of lines: [String]) -> [Substring] {
    lines.flatMap { $0.split(separator: " ") }
  }

  @Test func `every command in the help is understood`() throws {
    for context in [LineContext.signedOut, .signedIn(ada)] {
      for candidate in LineCompletion.candidates(for: "", in: context, names: []) {
        let argument = candidate == "chart " ? "week" : candidate.hasSuffix(" ") ? "5" : ""
        #expect(throws: Never.self, "\(candidate)") { try LineCommand(candidate + argument) }
      }
    }
  }
}
