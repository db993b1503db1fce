import Testing

/// The output of commands that change a count.
@Suite(.limited) struct CountingCommandTests {
  @Test func `Each command prints the new count, and undo and redo name the change`() async throws {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("new x --quiet")
    try await tally.check("up x", "1\n")
    try await tally.check("up x 5", "6\n")
    try await tally.check("up x -3", "3\n")
    try await tally.check("down x -3", "6\n")
    try await tally.check("down x", "5\n")
    try await tally.check("down x +2", "3\n")
    try await tally.check("set x -40", "-40\n")
    try await tally.check("reset x", "0\n")
    try await tally.check("undo x", "-40\n", errors: "Undid reset\n")
    try await tally.check("undo x", "3\n", errors: "Undid set -40\n")
    try await tally.check("redo x", "-40\n", errors: "Redid set -40\n")
    try await tally.check("undo x --quiet", "3\n")
    try await tally.check("--quiet undo x", "5\n")
    try await tally.check("undo --quiet x", "6\n")
    try await tally.check("up x", "7\n")
    try await tally.checkRefusal("redo x", "There is nothing to redo")
    try await tally.checkRefusal("undo main", "There is nothing to undo")
    try await tally.check("show x", "7\n")
  }

  @Test func `A note goes with every change into the history and into files`() async throws {
    let tally = try await TallyProgram.ofAda()
    try await tally.check(["up", "main", "5", "--note", " bus 12 "], "5\n")
    try await tally.check(["+", "2", "--note", "tram"], "7\n")
    try await tally.check(["undo", "--quiet", "--note", "no"], "5\n")
    try await tally.check(["set", "40", "--note", "recount"], "40\n")
    try await tally.check(["down", "main", "--note", "  "], "39\n")
    let lines = try await tally.run(["history"]).output.split(separator: "\n")
    #expect(
      lines.map { $0.dropFirst(24) } == [
        "+5        5  bus 12", "+2        7  tram", "undo +2   5  no", "set 40   40  recount",
        "-1       39",
      ])
    let exported = try await tally.run(["export", "-", "--format", "csv"]).output
    #expect(exported.contains(",ada,bus 12\n") && exported.hasPrefix("id,name,time,kind,change,"))
    let long = String(repeating: "x", count: 201)
    try await tally.checkRefusal(["+", "--note", long], "A note has at most 200 characters")
    try await tally.checkRefusal(["+", "--note", "a\tb"], "A note has no control characters")
    try await tally.checkRefusal(
      ["+", "0", "--note", "x"], "Adding 0 changes nothing, so it has no note")
    try await tally.check(["-", "--note", "- sold out", "--quiet"], "38\n")
    try await tally.check("show", "38\n")
  }

  @Test func `Revert takes back the addition with that number in the history, at its time`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("new x --quiet")
    try await tally.check("up x 5 --at 2025-11-20T09:00:00Z --quiet", "5\n")
    try await tally.check("up x 1", "6\n")
    try await tally.check("revert x 1", "1\n", errors: "Reverted +5 of 2025-11-20 09:00\n")
    let lines = try await tally.run(["history", "x"]).output.split(separator: "\n")
    #expect(lines.first == "1  2025-11-20 09:00:00  +5            5")
    #expect(lines.last == "3  2025-11-20 09:00:00  revert of +5  1")
    try await tally.checkRefusal("revert x 1", "That was reverted already")
    try await tally.checkRefusal("revert 3", "Only your own additions can be reverted")
    try await tally.checkRefusal("revert 7", "There is no entry 7")
    try await tally.checkRefusal(
      "revert 99999999999999999999", "There is no entry 99999999999999999999")
    try await tally.check("undo", "6\n", errors: "Undid revert of +5\n")
    try await tally.check("up x -2 --quiet", "4\n")
    try await tally.check("revert 5 --note typo --quiet", "6\n")
    let csv = try await tally.run(["history", "x", "--format", "csv"]).output
    #expect(csv.hasPrefix("id,name,time,kind,change,count,of,by,number,note\n"))
    #expect(csv.hasSuffix(",ada,6,typo\n"))
    try await tally.check("set x 9 --quiet", "9\n")
    try await tally.checkRefusal("revert 2", "ada set the count after that")
    try await tally.checkRefusal("revert one", "Not a number: one", status: 64)
  }

  @Test func `Numbers may use the whole 64-bit range`() async throws {
    let tally = try await TallyProgram.ofAda()
    let sentence = "That would take the count out of range"
    try await tally.checkRefusal("set main -9223372036854775808", sentence)
    try await tally.checkRefusal("down main 9223372036854775808", sentence)
    try await tally.check("down main 9223372036854775807", "-9223372036854775807\n")
    try await tally.check("down main", "-9223372036854775808\n")
    try await tally.checkRefusal("down main", sentence)
    try await tally.checkRefusal("up main -1", sentence)
    try await tally.checkRefusal("reset main", sentence)
    try await tally.check("up main 9223372036854775807", "-1\n")
    try await tally.checkRefusal("set main 9223372036854775807", sentence)
    try await tally.check("set main 0", "0\n")
    try await tally.checkRefusal("down main -9223372036854775808", sentence)
    try await tally.checkRefusal("up main 9223372036854775808", sentence)
    try await tally.checkRefusal(
      ["set", "main", "-" + String(repeating: "9", count: 10_000)], sentence)
    try await tally.check("show main", "0\n")
  }

  @Test func `A text that is not a number is refused, and nothing is counted`() async throws {
    let tally = try await TallyProgram.ofAda()
    for text in ["x", "1.5", "+-1"] {
      try await tally.checkRefusal(["up", "main", text], "Not a number: \(text)", status: 64)
    }
    for command in ["up", "down", "set"] {
      try await tally.checkRefusal([command, "main", ""], "Please provide a number", status: 64)
    }
    try await tally.checkRefusal("set main", "Not a number: main", status: 64)
    try await tally.checkWrongUsage("set", "Missing expected argument '<count>'")
    try await tally.checkWrongUsage("up", "Missing expected argument '<name>'")
    try await tally.checkWrongUsage("up main 1 2", "Unexpected argument '2'")
    try await tally.checkWrongUsage(
      "undo main --at now", "Unknown option '--at'")
    try await tally.checkWrongUsage(
      "up main --creat", "Unknown option '--creat'. Did you mean '--create'?")
    try await tally.check("history main", errors: "No changes\n")
  }

  @Test func `A counter is created only with --create`() async throws {
    let tally = try await TallyProgram.ofAda()
    try await tally.check("new coffee --quiet")
    for command in ["up cofee", "set cofee 1", "undo cofee"] {
      try await tally.checkRefusal(
        command, "There is no counter named cofee. Did you mean coffee?")
    }
    try await tally.checkRefusal("show MIAN", "There is no counter named MIAN. Did you mean main?")
    for command in ["up tea", "down tea", "set tea 1", "up tea --at yesterday"] {
      try await tally.checkRefusal(
        command, "There is no counter named tea. Create it with --create")
    }
    for command in ["undo tea", "reset tea"] {
      try await tally.checkRefusal(command, "There is no counter named tea")
    }
    try await tally.checkRefusal(["up", ""], "Please provide the counter's name")
    try await tally.checkWrongUsage("reset tea --create", "Unknown option '--create'")
    try await tally.check("up tea --create", "1\n")
    try await tally.check("down --create milk 2", "-2\n")
    try await tally.check("set sugar 9 --create", "9\n")
    try await tally.check("up tea --create", "2\n")
    try await tally.checkRefusal(
      "up big 9223372036854775808 --create", "That would take the count out of range")
    try await tally.checkRefusal("show big", "There is no counter named big")
  }

  @Test func `Any valid name can be used`() async throws {
    let tally = try await TallyProgram.ofAda()
    try await tally.check(["up", "Cups of Tea", "--create"], "1\n")
    try await tally.check(["up", "cups of tea", "2"], "3\n")
    try await tally.check(["up", "Ünï", "--create"], "1\n")
    try await tally.check(["up", "u\u{308}ni\u{308}"], "2\n")
    try await tally.check("up ☕👩‍👩‍👧 --create", "1\n")
    try await tally.check("up -3 --create -2", "-2\n")
    try await tally.check("up --create -- -foo -5", "-5\n")
    try await tally.check("show -- -foo", "-5\n")
    try await tally.checkRefusal(
      ["new", "a\u{1B}[31m"], "A counter's name has no control characters")
    try await tally.checkRefusal(
      ["show", "a\u{1B}[31m\n"], "There is no counter named a\\u{1B}[31m\\u{A}")
    try await tally.checkRefusal(
      ["new", " a"], "A counter's name does not begin or end with white space")
    try await tally.checkRefusal(
      ["new", String(repeating: "a", count: 65)], "A counter's name has at most 64 characters")
    let long = String(repeating: "a", count: 100_000)
    try await tally.checkRefusal(["show", long], "A counter's name has at most 64 characters")
  }

  @Test func `Counting has no thread but the one that waits for others, and a signal ends it`()
    async throws
  {
    let tally = try await TallyProgram.ofAda()
    let run = try await tally.bash(
      """
      exec 9>> "$XDG_DATA_HOME/tally/tally.db.gate"; flock 9; set -m
      tally up main 9>&- & program=$!
      until grep -q -- "-> FLOCK .* $program " /proc/locks; do kill -0 $program || exit 1; done
      ls /proc/$program/task | wc -l
      kill -INT $program; wait $program; echo $?
      flock -u 9; tally up main
      """)
    #expect(run.output == "2\n130\n1\n")
  }
}
