import Foundation
import Synchronization
import Testing

/// Tests the test helpers themselves, with common programs.
@Suite(.limited) struct HarnessTests {
  private func shell(_ script: String, input: [UInt8] = []) async throws -> TallyProgram.Run {
    try await TallyProgram.run(
      "/bin/sh", ["-c", script], input: input, environment: ["PATH": "/usr/bin:/bin"])
  }

  private func terminal(_ script: String) async throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try await terminal.start(
      "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin", "TERM": "xterm"])
    return terminal
  }

  @Test func `A run separates output, errors and exit status`() async throws {
    let run = try await shell("cat; echo no >&2; exit 7", input: Array("yes".utf8))
    #expect(run == TallyProgram.Run(status: 7, output: "yes", errors: "no\n"))
  }

  @Test func `A run reports the signal that ended it`() async throws {
    #expect(try await shell("kill -TERM $$").status == -SIGTERM)
  }

  @Test func `Unread input and large output do not block a run`() async throws {
    let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(try await shell("exit 0", input: million).status == 0)
    #expect(try await shell("cat", input: million).output.utf8.count == million.count)
  }

  @Test func `SIGPIPE ends a program as it does outside the tests`() async throws {
    #expect(try await shell("kill -PIPE $$").status == -SIGPIPE)
  }

  @Test func `Every program has its own empty home, which is removed afterwards`() throws {
    let home = try {
      let program = try TallyProgram()
      let other = try TallyProgram()
      #expect(program.home != other.home)
      #expect(try FileManager.default.contentsOfDirectory(atPath: program.home).isEmpty)
      #expect(program.environment["XDG_DATA_HOME"] == program.home + "/data")
      #expect(program.environment["TALLY_STORE"] == nil)
      return program.home
    }()
    #expect(!FileManager.default.fileExists(atPath: home))
  }

  @Test func `A prepared home is made once, and its copies are independent`()
    async throws
  {
    let made = Mutex(0)
    let home = PreparedHome {
      made.withLock { $0 += 1 }
      return try await .ofAda()
    }
    async let (one, other) = (home.copy(), home.copy())
    try await one.check("up main", "1\n")
    try await other.check("up main", "1\n")
    #expect(made.withLock { $0 } == 1)
  }

  @Test func `The program is beside the tests`() {
    #expect(FileManager.default.isExecutableFile(atPath: TallyProgram.path))
  }

  /// The tests of completion run with the shells that are here, so this one is skipped with the
  /// reason.
  @Test(.enabled(if: CompletingShell.missing.isEmpty, "not installed: \(CompletingShell.missing)"))
  func `Completion is tested in every shell`() {
    #expect(CompletingShell.installed == [.bash, .zsh, .fish])
  }

  @Test func `Typed text reaches the program, and its output comes back`()
    async throws
  {
    let terminal = try await terminal("read a; echo \"<$a>\"; exit 3")
    try await terminal.type("grüße\r")
    try await terminal.expect("<grüße>")
    #expect(try await terminal.waitForEnd() == 3)
    #expect(await terminal.transcript == "grüße\r\n<grüße>\r\n")
  }

  @Test func `A terminal has a size that can change`() async throws {
    let terminal = try await terminal(
      "trap 'stty size; exit' WINCH; stty size; while :; do read a; done")
    try await terminal.expect("24 80")
    try await terminal.resize(rows: 30, columns: 100)
    try await terminal.type("\r")
    try await terminal.expect("30 100")
  }

  @Test func `Ctrl-C at the terminal interrupts the program`() async throws {
    // A shell may delay Ctrl-C until its command ends, so the program runs alone.
    let terminal = try PseudoTerminal()
    try await terminal.start("/bin/cat", environment: [:])
    try await terminal.type("ready\r")
    try await terminal.expect("ready\r\nready")
    try await terminal.type("\u{3}")
    #expect(try await terminal.waitForEnd() == -SIGINT)
  }

  @Test func `The echo setting of a terminal can be read, even after the program's end`()
    async throws
  {
    let terminal = try await terminal("stty -echo; echo off; read a; stty echo; echo on; read a")
    try await terminal.expect("off")
    #expect(try await !terminal.echoes)
    try await terminal.type("\r")
    try await terminal.expect("on")
    #expect(try await terminal.echoes)
    await terminal.send(SIGKILL)
    #expect(try await terminal.waitForEnd() == -SIGKILL)
    #expect(try await terminal.echoes)
  }

  @Test func `A missing text is an issue with the transcript`() async throws {
    let terminal = try await terminal("echo something else")
    try await withKnownIssue {
      try await terminal.expect("something more")
    } matching: {
      $0.comments.contains { $0.rawValue.contains("something else") }
        || $0.error is PseudoTerminal.Unmet
    }
  }
}
