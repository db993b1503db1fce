import Foundation
import Testing

/// Lines that were on their way to a counter that goes away count on no other one.
@Suite(.limited) struct ClosedCounterTests {
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

  // In both scripts, `cat` takes what is left to be written when the session has ended. Bash writes each
  // line by itself, and would be ended by the broken pipe.

  @Test(arguments: ["unshare door with ada", "delete door --yes"])
  func `In a pipe, lines after a revoke or a deletion count nowhere`(deed: String) async throws {
    let run = try await tally.bash(
      """
      coproc S { exec tally 2>&1; }
      ask() { echo "$1" >&${S[1]}; IFS= read -r answer <&${S[0]}; }
      IFS= read -r answer <&${S[0]}
      ask 'open bea/door'
      for n in {1..10}; do ask +; done
      echo "$answer"
      XDG_STATE_HOME='\(tally.file("bea"))' tally \(deed) --quiet >/dev/null 2>&1 || echo failed
      exec {rest}<&${S[0]} {feed}>&${S[1]}
      eval "exec ${S[1]}>&-"
      printf '+\\n%.0s' {1..20} | cat >&$feed
      exec {feed}>&-
      cat <&$rest
      """)
    #expect(
      run.output == "Current count is 10\ntally: line 12: There is no counter named bea/door\n")
    try await tally.check("show main", "0\n")
    if deed.hasPrefix("unshare") { try await tally.check("show door", "10\n", environment: bea) }
  }

  @Test(arguments: ["unshare door with ada --quiet", "delete door --yes --quiet"])
  func `At a terminal, typed and pasted lines count nowhere until a counter is opened`(
    deed: String
  ) async throws {
    let terminal = try await tally.terminal()
    try await terminal.answer("ada/main> ", "open bea/door")
    try await terminal.expect("ada/bea/door> ")
    for tap in 1...10 {
      try await terminal.type("+\r")
      try await terminal.expect("Current count is \(tap)\r\n")
      try await terminal.expect("ada/bea/door> ")
    }
    let run = try await tally.run(deed.components(separatedBy: " "), environment: bea)
    #expect(run.status == 0)
    try await terminal.type(String(repeating: "+\r", count: 20))
    try await terminal.expect("There is no counter named bea/door\r\n")
    for _ in 1...19 {
      try await terminal.expect("No counter is open. Open one with: open NAME\r\n")
    }
    for line in ["undo", "reset", "set 5", "show", "history", "-"] {
      try await terminal.type("\(line)\r")
      try await terminal.expect("No counter is open. Open one with: open NAME\r\n")
    }
    try await tally.check("show main", "0\n")
    try await terminal.type("open main\r+\r")
    try await terminal.expect("Current count is 1\r\n")
  }

  @Test func `A counter that takes the name of the open one is not counted on`() async throws {
    let run = try await tally.bash(
      """
      coproc S { exec tally 2>&1; }
      ask() { echo "$1" >&${S[1]}; IFS= read -r answer <&${S[0]}; }
      IFS= read -r answer <&${S[0]}
      ask +
      echo "$answer"
      tally delete main --yes --quiet >/dev/null && tally new main --quiet
      exec {rest}<&${S[0]} {feed}>&${S[1]}
      eval "exec ${S[1]}>&-"
      printf 'list\\n+\\n+\\n' | cat >&$feed
      exec {feed}>&-
      cat <&$rest
      """)
    #expect(run.output.hasPrefix("Current count is 1\n"))
    #expect(run.output.hasSuffix("No counter is open. Open one with: open NAME\n"))
    try await tally.check("show main", "0\n")
  }
}
