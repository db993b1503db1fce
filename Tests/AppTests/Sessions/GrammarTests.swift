import Foundation
import Testing

/// The same commands give the same results in a shell and in a session.
@Suite(.limited) struct GrammarTests {
  /// Lines as typed after `tally` in a shell and in a session. Files are in the home folder.
  private static let script = [
    "new 'green tea'", "+", "+ 5", "+5 --id k1", "+5 --id k1", "-2", "- --at yesterday", "undo",
    "redo", "show", "up main 3 --at yesterday", "up main", "up 'green tea' 2 --quiet",
    "down cofee", "up coffee 4 --create", "open coffee", "set 40", "set main -7", "undo main",
    "redo main --quiet", "reset", "undo", "undo coffee", "history 3", "history main --limit 1",
    "show main --since 2026-11-01", "chart month", "stats main", "chart weekday",
    "chart main --by week --last 2", "list --format json", "rename 'iced coffee'",
    "rename main tea", "rename nothing else", "show 'ICED coffee'", "export counts.json",
    "import counts.json", "backup copy.db", "check", "set 1.5", "set +7", "login ADA", "login bea",
    "history -1", "delete tea --yes",
    "delete 'green tea' --yes", "new chai -q",
    "up chai -q", "mv chai cha", "ls -f csv", "ls --json", "history cha -n1", "chart cha -n 2",
    "--help up", "-h ls", "rm cha -y",
    "target 5", "target ''", "ls -fcsv", "open tea", "foo", "up --creat", "undo tea", "whoami",
    "list all",
    "logout --everywhere", "whoami",
  ]

  @Test func `Every line does the same in a session as after tally in a shell`() async throws {
    let (shell, session) = (try await TallyProgram.ofAda(), try await TallyProgram.ofAda())
    for (number, line) in Self.script.enumerated() {
      let typed = try await shell.bash("tally \(line) 2>&1")
      // Each line gets its own session.
      let answered = try await session.bash("printf '%s\\n' \(line.quoted) | tally 2>&1")
      if typed.status != 0 || !Self.isShown(line) {
        let results = Self.results(of: answered.output, isSession: true)
        #expect(results == Self.results(of: typed.output, isSession: false), "\(line)")
      }
      #expect(answered.status == typed.status, "\(line)")
      // What differs in one stays different.
      guard number % 5 == 4 || number + 1 == Self.script.count else { continue }
      let states = try await [shell, session].asyncMap { tally in
        try await tally.run(["list", "--format", "csv"]).output.replacing(Self.times, with: "TIME")
      }
      #expect(states[0] == states[1], "before the end of \(line)")
    }
  }

  @Test func `A session keeps its open counter when another is opened elsewhere`() async throws {
    let tally = try await TallyProgram.ofAda()
    let run = try await tally.bash(
      """
      tally new tea --quiet; tally open main --quiet; tally + > /dev/null
      coproc tally
      read -u ${COPROC[0]} line
      tally open tea
      printf 'show\nundo\n' >&${COPROC[1]}; for i in 1 2 3; do read -u ${COPROC[0]} line; echo "$line"; done
      tally show
      """)
    #expect(run.output == "1\nUndid +1\nCurrent count is 0\n0\n")
    #expect(run.errors == "Opened tea\n")
  }

  @Test func `A session that ended elsewhere is nobody's`() async throws {
    let tally = try await TallyProgram.ofAda()
    let run = try await tally.bash(
      """
      coproc tally 2>&1
      read -u ${COPROC[0]} line
      tally logout --everywhere > /dev/null
      echo whoami >&${COPROC[1]}; cat <&${COPROC[0]}
      """)
    #expect(run.output == "tally: line 1: You are not logged in. Use login or signup\n")
  }

  @Test(arguments: ["login ada", "login"])
  func `Who was logged out elsewhere logs in again`(line: String) async throws {
    let tally = try await TallyProgram.ofAda()
    let run = try await tally.bash(
      """
      coproc tally
      read -u ${COPROC[0]} line
      tally logout --everywhere > /dev/null
      [[ '\(line)' = login ]] && name='ada\\n'
      printf "\(line)\\n${name}\(TallyProgram.password)\\nwhoami\\n" >&${COPROC[1]}
      for i in 1 2 3; do read -u ${COPROC[0]} line; echo "$line"; done
      """)
    #expect(run.output == "Logged in as ada\nType + to start counting\nada\n")
    #expect(run.errors == "")
  }

  private static var times: some RegexComponent { /\d{4}-\d\d-\d\d[T ][0-9:.]+Z?/ }

  /// Whether a session shows the counter instead of the shell's answer.
  private static func isShown(_ line: String) -> Bool {
    ["new ", "open ", "rename 'iced"].contains { line.hasPrefix($0) }
  }

  /// The answer of a line, in the words of a shell, except that a remedy names commands without
  /// `tally`.
  private static func results(of output: String, isSession: Bool) -> [String] {
    var lines = output.split(separator: "\n").map(String.init)
    // A session begins with the open counter.
    if isSession, lines.first?.contains(/^Type|^Current|^No counter/) == true {
      lines.removeFirst()
    }
    return lines.map { line in
      line.replacing("tally: line 1: ", with: "tally: ").replacing(times, with: "TIME")
        .replacing("Current count is ", with: "").replacing(" tally ", with: " ")
    }
  }
}

extension Sequence where Element: Sendable {
  fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows
    -> [Result]
  {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
