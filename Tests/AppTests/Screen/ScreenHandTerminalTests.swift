import Foundation
import Testing

/// Keys and pastes in a terminal, while others change what the screen shows.
@Suite(.limited) struct ScreenHandTerminalTests {
  /// Where ada has `main` and bea shares her `door` with her.
  private static let home = PreparedHome {
    let tally = try await TallyProgram.ofAdaAndBea()
    try await tally.check("new door --quiet", environment: tally.beas)
    let sharing = try await tally.run(["share", "door", "with", "ada"], environment: tally.beas)
    #expect(sharing.status == 0)
    return tally
  }

  private let tally: TallyProgram
  private let bea: [String: String]

  init() async throws {
    tally = try await Self.home.copy()
    bea = tally.beas
  }

  /// Waits until the text is visible on the screen.
  private func see(
    _ text: String, on terminal: PseudoTerminal, _ rows: Int = 24, _ columns: Int = 80
  )
    async throws
  {
    try await terminal.wait(until: {
      TerminalPicture($0, rows: rows, columns: columns).text.contains(text)
    })
  }

  @Test func `Home and End work as any terminal sends them, and unknown keys type nothing`()
    async throws
  {
    let terminal = try await tally.terminal(["screen"])
    try await see("Type + to start counting", on: terminal)
    let unknown = ["[1;2~", "[57;5u", "[?1;2c", "[12;34R", "[5n"].map { "\u{1B}\($0)" }
    try await terminal.type(unknown.joined() + "+")
    try await see("Current count is 1", on: terminal)
    for (number, (home, end)) in [("[1~", "[4~"), ("[7~", "[8~")].enumerated() {
      try await terminal.type("#2\u{1B}\(home)1\u{1B}\(end)\u{1B}[57;5u3\r")
      try await see("Current count is \(123 * (number + 1) + 1)", on: terminal)
    }
    try await terminal.type("q")
    #expect(try await terminal.waitForEnd() == 0)
  }

  @Test(arguments: ["unshare door with ada --quiet", "delete door --yes --quiet"])
  func `Of 20 taps after a revoke or a deletion none counts on another counter`(deed: String)
    async throws
  {
    try await tally.check("open bea/door --quiet")
    let terminal = try await tally.terminal(["screen"])
    try await see("ada/bea/door", on: terminal)
    for tap in 1...10 {
      try await terminal.type("+")
      try await see("Current count is \(tap)", on: terminal)
    }
    let run = try await tally.run(deed.components(separatedBy: " "), environment: bea)
    #expect(run.status == 0)
    for _ in 1...20 { try await terminal.type("+") }
    try await see("No counter is open. Choose one", on: terminal)
    try await terminal.type("u\r+")
    try await terminal.type("q")
    #expect(try await terminal.waitForEnd() == 0)
    try await tally.check("show main", "0\n")
    if deed.hasPrefix("unshare") { try await tally.check("show door", "10\n", environment: bea) }
  }

  @Test func `A pasted text runs no key, and is the text of a field`() async throws {
    try await tally.check("up main 5", "5\n")
    let terminal = try await tally.terminal(["screen"])
    try await see("Current count is 5", on: terminal)
    // A copied text may have the codes of colours, whose escape is no Esc.
    let paste = "\u{1B}[200~\nunder\u{1B} review\r\n\t+\n\u{1B}[201~"
    try await terminal.type(paste + "+")
    try await see("Current count is 6", on: terminal)
    try await terminal.type("e\u{15}" + paste)
    try await see("New name of main: under review +", on: terminal)
    try await terminal.type("\r")
    try await see("Tally  ada/under review +", on: terminal)
    // The end of a paste may be lost: Esc gives the keys back.
    try await terminal.type("e\u{1B}[200~uuu")
    try await see("New name of under review +: under review +uuu", on: terminal)
    try await terminal.type("\u{1B}")
    try await see("e rename", on: terminal)
    try await terminal.type("+")
    try await see("Current count is 7", on: terminal)
    try await terminal.type("q")
    #expect(try await terminal.waitForEnd() == 0)
    try await tally.check(["show", "under review +"], "7\n")
  }

  @Test(arguments: [1, 2, 3, 9])
  func `A terminal of few columns takes every key`(columns: UInt16) async throws {
    let terminal = try await tally.terminal(["screen"], rows: 24, columns: columns)
    try await terminal.wait(until: { !$0.isEmpty })
    try await terminal.type("?x?\u{1B}OB\u{1B}OAx=1\u{1B}h\u{1B}c/x\u{1B}\u{1B}@\u{1B}a\u{1B}")
    try await terminal.resize(rows: 24, columns: 80)
    try await see("q quit", on: terminal)
    try await terminal.type("q")
    #expect(try await terminal.waitForEnd() == 0)
  }
}
