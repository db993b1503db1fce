import Testing

/// Output that is longer than the screen.
@Suite(.limited) struct PagerTests {
  /// A home where main has 3,000 changes, more than a pipe holds.
  private static let home = PreparedHome {
    let tally = try await TallyProgram.ofAda()
    let run = try await tally.run(input: String(repeating: "+\n", count: 3_000))
    #expect(run.status == 0)
    return tally
  }

  /// The output of a command on 10 rows, and its status.
  private func show(_ arguments: String, with pager: String) async throws -> (String, Int32) {
    let tally = try await Self.home.copy()
    // The folder is removed with the program.
    defer { withExtendedLifetime(tally) {} }
    let terminal = try await tally.terminal(
      arguments.components(separatedBy: " "), environment: ["PAGER": pager], rows: 10)
    let status = try await terminal.waitForEnd()
    return (await terminal.transcript, status)
  }

  @Test func `Only output longer than the screen goes through the pager`()
    async throws
  {
    let (long, status) = try await show("history main --limit 10", with: "sed 's/^/paged: /'")
    #expect(long.matches(of: /paged: \d+  20/).count == 10)
    #expect(status == 0)
    for short in ["history main --limit 9", "list", "history main --limit 100 --format csv"] {
      let (shown, status) = try await show(short, with: "sed 's/^/paged: /'")
      #expect(!shown.contains("paged"), "\(short)")
      #expect(shown.contains("main") || shown.contains("+1"), "\(short)")
      #expect(status == 0, "\(short)")
    }
    let (help, _) = try await show("help up", with: "sed 's/^/paged: /'")
    #expect(help.contains("paged: USAGE: tally up"))
  }

  @Test(arguments: ["/none/pager", "false", "exit 3"])
  func `Without a working pager, everything is printed`(_ pager: String) async throws {
    for length in [20, 3_000] {
      let (shown, status) = try await show("history main --limit \(length)", with: pager)
      #expect(shown.matches(of: /\r\n *\d+  20/).count >= length - 1, "\(length)")
      #expect(shown.contains(" \(3_001 - length)\r\n") && shown.contains(" 3000\r\n"))
      #expect(status == 0)
    }
  }

  @Test func `Leaving the pager early is not an error`() async throws {
    let (shown, status) = try await show("history main --limit 3000", with: "head -2")
    #expect(shown.split(separator: "\r\n").count == 2)
    #expect(status == 0)
  }

  @Test func `Ctrl-C in the pager is left to the pager, and the session continues`() async throws {
    let tally = try await Self.home.copy()
    // The loop runs the trap soon, even if Ctrl-C comes before the shell has started `sleep`.
    let pager = """
      trap 'echo stopped; echo left; exit' INT; cat > /dev/null; echo reading
      while :; do sleep 0.1; done
      """
    let terminal = try await tally.terminal(environment: ["PAGER": pager], rows: 10)
    try await terminal.answer("ada/main> ", "history 30")
    try await terminal.expect("reading\r\n")
    try await terminal.type("\u{3}")
    try await terminal.expect("left\r\n")
    try await terminal.answer("ada/main> ", "+")
    try await terminal.expect("Current count is 3001\r\n")
    try await terminal.answer("ada/main> ", "quit")
    #expect(try await terminal.waitForEnd() == 0)
    #expect(await terminal.transcript.contains("stopped"))
    #expect(try await terminal.echoes)
  }
}
