import Foundation
import Testing

@testable import Terminal

/// The full screen in a terminal.
@Suite(.limited) struct ScreenTerminalTests {
  /// A home without accounts.
  private let newcomer: TallyProgram
  /// A home where ada is logged in.
  private let tally: TallyProgram

  init() async throws {
    newcomer = try TallyProgram()
    tally = try await .ofAda()
  }

  /// A screen of ada's counter, after its chart has appeared.
  private func screen() async throws -> PseudoTerminal {
    let terminal = try await tally.terminal(["screen"])
    try await terminal.wait(until: {
      let text = picture($0).text
      return text.contains("Type + to start counting") && text.contains("  0\n")
    })
    return terminal
  }

  @Test func `A long use of the screen leaves the terminal as before`() async throws {
    let terminal = try await newcomer.terminal(["screen"])
    try await terminal.see("Tally counts things and keeps the counts.")
    #expect(try await !terminal.echoes)
    try await terminal.type("s")
    try await terminal.see("Repeat password")
    try await terminal.type("ada\tlong enough 1\tlong enough 1\r")
    try await terminal.see("Type + to start counting")
    try await terminal.type("++-5\r")
    try await terminal.see("Current count is 6")
    try await terminal.type("u")
    try await terminal.see("Undid +5")
    try await terminal.type("q")
    try await terminal.see("Quit and log out of ada's account?")
    try await terminal.type("y")
    #expect(try await terminal.waitForEnd() == 0)
    #expect(try await terminal.echoes)
    let end = picture(Array(await terminal.transcript.utf8))
    #expect(!end.isAlternate)
    #expect(end.isCursorShown && !end.hasMouse && !end.marksPastes)
    #expect(await !terminal.transcript.contains("long enough"))
  }

  @Test func `Too few open files are reported as such, and are never a crash`() async throws {
    var transcripts: [String] = []
    for free in 3...30 {
      let terminal = try PseudoTerminal()
      try await terminal.start(
        "/bin/bash",
        [
          "-c",
          """
          for i in /proc/self/fd/*; do i=${i##*/}; ((i < 3)) || eval "exec $i>&-"; done
          ulimit -n 100; for ((i = 3; i < 100 - \(free); i++)); do eval "exec $i</dev/null"; done
          exec \(TallyProgram.path) screen
          """,
        ], environment: newcomer.environment)
      try await terminal.wait(until: { shown in
        // A line may arrive in parts.
        if let start = shown.firstRange(of: Array("tally: ".utf8)) {
          return shown[start.upperBound...].contains(UInt8(ascii: "\n"))
        }
        return ["Tally counts things", "The store", "cannot be opened"].contains {
          shown.firstRange(of: Array($0.utf8)) != nil
        }
      })
      try await terminal.hangUp()
      // The end of the input may be read before the signal comes.
      let end = try await terminal.waitForEnd()
      #expect([0, ExitStatus.failure, -SIGHUP].contains(end), "\(free)")
      transcripts.append(await terminal.transcript)
    }
    let refused = transcripts.prefix { $0.contains("Too few open files are allowed") }
    #expect(refused.count == 17)
    #expect(transcripts.dropFirst(17).allSatisfy { $0.contains("\u{1B}[?1049h") })
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL])
  func `A signal or a crash restores the terminal`(signal: Int32) async throws {
    let terminal = try await screen()
    await terminal.send(signal)
    #expect(try await terminal.waitForEnd() == -signal)
    #expect(try await terminal.echoes)
    let end = picture(Array(await terminal.transcript.utf8))
    #expect(!end.isAlternate)
    #expect(end.isCursorShown && !end.hasMouse && !end.marksPastes)
  }

  @Test func `Signals that arrive while a hang-up ends the login do no harm`() async throws {
    let terminal = try await newcomer.terminal(["screen"])
    try await terminal.see("Tally counts things and keeps the counts.")
    try await terminal.type("s")
    try await terminal.see("Repeat password")
    try await terminal.type("ada\tlong enough 1\tlong enough 1\r")
    try await terminal.see("Type + to start counting")
    let gate = open(newcomer.file("data/tally/tally.db.gate"), O_RDWR | O_CLOEXEC)
    #expect(flock(gate, LOCK_EX) == 0)
    await terminal.send(SIGHUP)
    // The login cannot end before the gate is open, so the program still runs.
    try await terminal.wait(until: { !picture($0).isAlternate })
    for _ in 1...100 {
      await terminal.send(SIGCONT)
      await terminal.send(SIGWINCH)
    }
    close(gate)
    #expect(try await terminal.waitForEnd() == -SIGHUP)
  }

  @Test func `Ctrl-C ends with the status of an interruption`() async throws {
    let terminal = try await screen()
    try await terminal.type("\u{3}")
    #expect(try await terminal.waitForEnd() == 130)
    #expect(try await terminal.echoes)
  }

  @Test func `A stopped screen gives the terminal to the shell, and continues afterwards`()
    async throws
  {
    let terminal = try await newcomer.shell("/bin/bash", "--norc", "--noprofile", "-i")
    try await terminal.type("\(TallyProgram.path) screen\r")
    try await terminal.see("Sign up")
    try await terminal.type("\u{1A}")
    try await terminal.expect("Stopped")
    try await terminal.expect("shell> ")
    // Without the shell's prompt, which marks pastes too.
    let transcript = await terminal.transcript
    let end = try #require(transcript.range(of: "Stopped")).lowerBound
    let stopped = picture(Array(transcript[..<end].utf8))
    #expect(!stopped.isAlternate && !stopped.hasMouse && !stopped.marksPastes)
    try await terminal.type("echo $((40 + 2))\r")
    try await terminal.expect("42\r\n")
    try await terminal.expect("shell> ")
    try await terminal.type("fg\r")
    try await terminal.wait(until: {
      let now = picture($0)
      return now.isAlternate && now.hasMouse && now.marksPastes && now.text.contains("Sign up")
    })
    try await terminal.type("s")
    try await terminal.see("Repeat password")
    #expect(try await !terminal.echoes)
    try await terminal.type("\u{3}")
    try await terminal.expect("shell> ")
    try await terminal.type("echo status $?\r")
    try await terminal.expect("status 130\r\n")
  }

  @Test func `A screen opened from the prompt can be stopped and continued`()
    async throws
  {
    // This shell leaves the terminal's mode to the programs.
    let terminal = try await tally.shell("/bin/sh", "-i")
    try await terminal.type("\(TallyProgram.path)\r")
    try await terminal.expect("ada/main> ")
    try await terminal.type("screen\r")
    try await terminal.see("a account")
    try await terminal.type("\u{1A}")
    try await terminal.expect("Stopped")
    try await terminal.expect("shell> ")
    #expect(try await terminal.echoes)
    try await terminal.type("fg\r")
    try await terminal.wait(until: {
      let now = picture($0)
      return now.isAlternate && now.text.contains("a account")
    })
    #expect(try await !terminal.echoes)
    // Here Ctrl-C is a key that returns to the prompt.
    try await terminal.type("\u{3}")
    try await terminal.expect("ada/main> ")
    try await terminal.type("quit\r")
    try await terminal.expect("shell> ")
    #expect(try await terminal.echoes)
  }

  @Test func `A new size is drawn again, and a screen that is too small says so`() async throws {
    let terminal = try await screen()
    try await terminal.resize(rows: 40, columns: 120)
    try await terminal.wait(until: {
      picture($0, rows: 40, columns: 120).lines[39].contains("q quit")
    })
    try await terminal.resize(rows: 8, columns: 30)
    try await terminal.wait(until: {
      picture($0, rows: 8, columns: 30).text.hasPrefix("Tally needs 40 columns and 12\nrows")
    })
    try await terminal.type("+")
    try await terminal.resize(rows: 24, columns: 80)
    try await terminal.see("Current count is 1")
  }

  @Test func `Only changed cells are written`() async throws {
    let terminal = try await screen()
    try await terminal.type("+")
    try await terminal.see("Current count is 1")
    let first = await terminal.transcript.utf8.count
    try await terminal.type("+")
    try await terminal.see("Current count is 2")
    try await terminal.type("+")
    try await terminal.see("Current count is 3")
    // A whole screen has 1,920 cells; two digits, a chart row and the moves take less than 120.
    let second = await terminal.transcript.utf8.count
    #expect(second - first < 2 * 300, "\(second - first) bytes")
  }

  @Test func `NO_COLOR turns colours off`() async throws {
    for (environment, isColoured) in [(["NO_COLOR": "1"], false), ([:], true)] {
      let terminal = try await newcomer.terminal(["screen"], environment: environment)
      try await terminal.see("Log in")
      try await terminal.type("l\r\r\r")
      try await terminal.see("Please provide your username and password")
      let looks = picture(Array(await terminal.transcript.utf8)).looks
      #expect(
        looks.contains { $0.count == 2 && $0 != "39" && $0 != "49" } == isColoured, "\(looks)")
    }
  }

  @Test(arguments: ["dumb", "unknown", "", "no-such-terminal"])
  func `A terminal that cannot show the screen says so and continues at the line`(name: String)
    async throws
  {
    let terminal = try await newcomer.terminal(
      ["screen"], environment: ["TERM": name], columns: 120)
    try await terminal.expect("Continuing line by line\r\n")
    try await terminal.expect("Tally counts things and keeps the counts.")
    try await terminal.answer("tally> ", "quit")
    #expect(try await terminal.waitForEnd() == 0)
  }

  @Test func `In a pipe, screen says so and continues at the line`() async throws {
    let run = try await tally.run(["screen"], input: "+\nscreen\n+\n")
    let refusal = "tally: The full screen needs a terminal. Continuing line by line\n"
    #expect(
      run
        == .init(
          status: 0,
          output:
            "Type + to start counting\nCurrent count is 1\nCurrent count is 1\nCurrent count is 2\n",
          errors: refusal + refusal))
  }

  @Test func `Switching between line and screen keeps the login and the counter`()
    async throws
  {
    let terminal = try await tally.terminal()
    try await terminal.answer("ada/main> ", "new tea")
    try await terminal.expect("ada/tea> ")
    for (round, leaving) in ["q", "hq", "cq", "aq", "\u{3}"].enumerated() {
      try await terminal.type("screen\r")
      try await terminal.wait(until: { picture($0).isAlternate })
      try await terminal.type("+")
      try await terminal.see("Current count is \(round + 1)")
      try await terminal.type(leaving)
      try await terminal.expect("Current count is \(round + 1)\r\n")
      try await terminal.expect("ada/tea> ")
    }
    try await terminal.type("-\r")
    try await terminal.expect("\nCurrent count is 4\r\n")
  }

  @Test func `Counts and counters of another process appear in the list`() async throws {
    let terminal = try await screen()
    try await terminal.type("c+")
    try await terminal.see(" 1  ")
    #expect(try await tally.run(["up", "main", "41"]).output == "42\n")
    try await terminal.see(" 42  ")
    #expect(try await tally.run(["new", "tea"]).status == 0)
    try await terminal.see("  tea ")
    try await terminal.type("u")
    try await terminal.see("Undid +41")
  }

  @Test func `Reaching the target rings and flashes once`() async throws {
    let terminal = try await screen()
    try await terminal.type("%2\r")
    try await terminal.see("main has the target 2")
    try await terminal.type("+")
    try await terminal.see("Current count is 1 of 2")
    #expect(await !terminal.transcript.contains("\u{7}"))
    try await terminal.type("+")
    try await terminal.see("Target reached")
    try await terminal.type("+")
    try await terminal.see("3 of 2, 1 over")
    let rings = await terminal.transcript.components(separatedBy: "\u{7}").count - 1
    let flashes = await terminal.transcript.components(separatedBy: "\u{1B}[?5h").count - 1
    #expect(rings == 1 && flashes == 1)
  }

  @Test func `Changes by another process appear: counts, names and logouts`() async throws {
    let terminal = try await screen()
    #expect(try await tally.run(["up", "main", "41"]).output == "41\n")
    try await terminal.see("Current count is 41")
    #expect(try await tally.run(["rename", "main", "tea"]).status == 0)
    try await terminal.see(" Tally  ada/tea")
    #expect(try await tally.run(["logout", "--everywhere"]).status == 0)
    try await terminal.see("You are not logged in")
    try await terminal.type("q")
    #expect(try await terminal.waitForEnd() == 0)
  }
}

/// The picture of a terminal after these bytes. It is erased when the size changes.
private func picture(_ bytes: [UInt8], rows: Int = 24, columns: Int = 80) -> TerminalPicture {
  TerminalPicture(bytes, rows: rows, columns: columns)
}

extension PseudoTerminal {
  /// Waits until the text is visible on the screen.
  func see(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try wait(until: { picture($0).text.contains(text) }, sourceLocation: sourceLocation)
  }
}
